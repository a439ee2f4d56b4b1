#===- shape_corpus.py - Layers of networks and their exact results -----------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

import calling
import shape_programs
from corpus import Corpus, FINE


class ShapeCorpus(Corpus):
    """Layers of which some elements are computed here, exactly."""

    def compare(self, program, scheduled):
        contents = program.contents()
        made, why = calling.run(calling.call_scheduled, scheduled, program.name,
                                program.arguments, contents, program.made)
        if made is None:
            return "wrong", why
        what = shape_programs.differs(program, contents, made[0])
        return ("wrong", what) if what else (FINE, "")
