# Has as-view print the code of each trial of a table, and assemble it.
#
# trial-code.py AS_VIEW STORE TRIALS.csv FOLDER
#
# Leaves that of the last one that is ok as trial.s, trial.ll and trial.o.
import csv
import json
import subprocess
import sys

as_view, store, table, folder = sys.argv[1:]
trials = list(csv.DictReader(open(table)))
assert len(trials) in (3, 4), trials  # The unscheduled program may be one more.
for trial in trials:
    for form, name in (("asm", "s"), ("llvm", "ll"), ("object", "object")):
        subprocess.run([as_view, store, "--trial=" + trial["trial"][:12], "--emit=" + form,
                        "-o", "%s/%s.%s" % (folder, trial["outcome"] == "ok" and "trial" or "other", name)], check=True)
document = json.loads(subprocess.run([as_view, store, "--json"], check=True, capture_output=True).stdout)
target = document["targets"][0]["data"]
subprocess.run(["llvm-mc", "--filetype=obj", "--mcpu=" + target["cpu"], "--mattr=" + target["features"],
                folder + "/trial.s", "-o", folder + "/trial.o"], check=True)
# The code in the assembly is that of the object.
texts = []
for name in ("trial.o", "trial.object"):
    dump = subprocess.run(["llvm-objdump", "-d", "--no-leading-addr", "--no-show-raw-insn", "%s/%s" % (folder, name)],
                          check=True, capture_output=True, text=True).stdout
    texts.append(dump.split("\n", 3)[3])
assert texts[0] == texts[1]
print("fine")
