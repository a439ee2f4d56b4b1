# In place of bench/models/yardstick.py: a PyTorch that is faster with the policy
# FASTER ("" is the library's own), and says what it was started with.
import os
import sys

policy = os.environ.get("OMP_WAIT_POLICY", "")
print("contender torch\nend", flush=True)
print("%s threads %s policy '%s'" % (
    sys.argv[1], os.environ["OPENBLAS_NUM_THREADS"], policy), file=sys.stderr)
for line in sys.stdin:
    assert line == "run torch 1\n"
    print(0.1 if policy == os.environ["FASTER"] else 0.2, flush=True)
