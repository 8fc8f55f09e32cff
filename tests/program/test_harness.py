#!/usr/bin/env python3
"""The harness itself: a test that cannot fail proves nothing."""
import unittest

from harness import case, lookup, report


class Paths(unittest.TestCase):
    document = {"threads": [{"id": 7, "frames": [{"function": "leaf", "locals": [{"name": "[3]", "value": "1"}]},
                                                 {"function": "main"}]}], "status": "SUCCESS"}

    def reached(self, path):
        return lookup.resolve(self.document, path)

    def test_keys_and_elements(self):
        self.assertEqual(self.reached("status"), ["SUCCESS"])
        self.assertEqual(self.reached("threads[0].frames[-1].function"), ["main"])
        self.assertEqual(self.reached("threads[*].frames[*].function"), ["leaf", "main"])
        self.assertEqual(self.reached("threads[1].id"), [])

    def test_filters(self):
        self.assertEqual(self.reached('threads[id=7].frames[function~le.*].locals[name="[3]"].value'), ["1"])
        self.assertEqual(self.reached("threads[0].frames[function~le]"), [])

    def test_expectations(self):
        names = self.reached("threads[0].frames[*].function")
        for want, holds in (("main", True), ("nobody", False), ({"sequence": ["leaf", "main"]}, True),
                            ({"sequence": ["main", "leaf"]}, False), ({"count": 2}, True), ({"count": {"min": 3}}, False),
                            ({"none": "nobody"}, True), ({"all": {"regex": "a"}}, True), ({"all": "main"}, False),
                            ({"absent": True}, False), ({"any": ["x", {"regex": "^l"}]}, True)):
            self.assertEqual(lookup.meets(want, names), holds, want)
        self.assertFalse(lookup.meets({"all": "x"}, []))
        self.assertFalse(lookup.meets({"min": 1}, ["7"]))
        self.assertFalse(lookup.meets(1, [True]))
        with self.assertRaises(ValueError):
            lookup.meets({"regexp": "x"}, ["x"])


class Reports(unittest.TestCase):
    good = {"schema": "tracerun.report/1", "status": "RUNTIME_ERROR", "ended_by": "program",
            "diagnosis": {"kind": "fatal-signal", "summary": "x", "confidence": "likely"}, "findings": [],
            "outcome": {"exit_code": None, "signal": {"number": 11, "name": "SIGSEGV"}},
            "processes": [{"pid": 500, "primary": True, "arguments": []}], "primary_thread": 500,
            "threads": [{"id": 500, "crashed": True, "frames": [{"index": 0, "pc": "0x401000", "function": "ns::leaf", "locals": [
                {"name": "p", "type": "struct n *", "kind": "pointer", "value": "0x5000000", "state": "ok",
                 "points_to": {"object": "n#0", "offset": 0}}]}]}],
            "memory": {"objects": [{"id": "n#0", "address": "0x5000000", "children": [
                {"name": "v", "type": "int", "kind": "integer", "value": "3", "state": "ok"}]}]}, "tool": {"name": "tracerun"}}

    def spoilt(self, **changes):
        return report.untidy({**self.good, **changes}, -11)

    def test_tidy(self):
        self.assertEqual(report.untidy(self.good, -11), [])
        self.assertEqual(report.untidy(self.good, 139), [])

    def test_untidy(self):
        self.assertTrue(report.untidy(self.good, 11))
        self.assertTrue(self.spoilt(status="FINE"))
        self.assertTrue(self.spoilt(memory={}))
        self.assertTrue(self.spoilt(diagnosis=None))
        self.assertTrue(self.spoilt(findings=[self.good["diagnosis"]]))
        self.assertTrue(self.spoilt(diagnosis={**self.good["diagnosis"], "confidence": "verified"}))
        self.assertTrue(self.spoilt(diagnosis={**self.good["diagnosis"], "summary": "\x1b[2J"}))
        self.assertTrue(self.spoilt(primary_thread=501))
        self.assertTrue(self.spoilt(memory={**self.good["memory"], "fault": {"address": 4}}))

    def test_normalised(self):
        copy = report.normalised({**self.good, "program": {"path": "/tmp/x/run/program"}}, [("/tmp/x/run", "<run>")])
        self.assertEqual(copy["threads"][0]["id"], "<pid:0>")
        self.assertEqual(copy["program"]["path"], "<run>/program")
        self.assertEqual(copy["threads"][0]["frames"][0]["pc"], "<address>")

    def test_variables(self):
        self.assertEqual(report.check_variables({"leaf": {"p/*/v": "3", "q": {"absent": True}}}, self.good), [])
        self.assertTrue(report.check_variables({"leaf": {"p/*/v": "4"}}, self.good))
        self.assertTrue(report.check_variables({"main": {"p": {"kind": "pointer"}}}, self.good))


class Cases(unittest.TestCase):
    def test_merging(self):
        both = case.merged({"args": ["a"], "expect": {"status": "SUCCESS", "x": 1}}, {"args": ["b"], "expect": {"x": 2}})
        self.assertEqual(both, {"args": ["b"], "expect": {"status": "SUCCESS", "x": 2}})


if __name__ == "__main__":
    unittest.main()
