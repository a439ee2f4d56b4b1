"""check-forms.py TABLE TASKS REMARKS FORMS

Whether the table says what became of each function: TASKS is the module with
tasks, REMARKS has the remarks of as-opt, with places in FORMS.
"""

import re
import sys


def rows(path):
    """Function, whether it is scheduled, and why not."""
    for line in open(path):
        cells = [cell.strip() for cell in line.strip().split("|")[1:-1]]
        if len(cells) == 4 and "`" in cells[1]:
            for name in re.findall("`(.*?)`", cells[1]):
                yield name, cells[2], cells[3]


def functions(path):
    """The lines of each public function, and where they begin."""
    found, name = {}, None
    for number, line in enumerate(open(path), 1):
        begin = re.match(r"\s*func\.func @(\w+)\(", line)
        if begin:
            name = begin.group(1)
            found[name] = (number, [])
        elif re.match(r"\s*func\.func private", line):
            name = None
        if name:
            found[name][1].append(line)
    return found


def main(table, tasks, remarks, forms):
    begins = sorted((number, name) for name, (number, _) in functions(forms).items())
    said = {name: "" for _, name in begins}
    for line in open(remarks):
        place = re.match(r".*?:(\d+):\d+: remark: (.*)", line)
        if place:
            name = [n for at, n in begins if at <= int(place.group(1))][-1]
            said[name] += place.group(2)
    made, faults, seen = functions(tasks), [], set()
    for name, scheduled, why in rows(table):
        seen.add(name)
        if name not in made:
            faults.append("%s: there is no such function" % name)
            continue
        left = [line for line in made[name][1]
                if re.search(r"linalg\.\w+ .*\?x|linalg\.\w+ .*x\?", line)]
        nests = [line for line in made[name][1] if "affine.load" in line]
        if scheduled == "no":
            if not why or why not in said[name]:
                faults.append("%s: the remark is: %s" % (name, said[name] or "none"))
        elif said[name] or left or nests or not any(
                "@as_task_" in line or "insert_slice" in line
                for line in made[name][1]):
            faults.append("%s: is not scheduled: %s%s" % (
                name, said[name], "".join(left + nests)))
    faults += ["%s: is not in the table" % name
               for name in said if name not in seen]
    for fault in faults:
        print(fault)
    print("%d functions are in the table" % len(seen))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
