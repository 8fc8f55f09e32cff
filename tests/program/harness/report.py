"""Reading a report: what is wrong with any of them, normalised copies, expectations of a case."""
import json
import re

from . import lookup

STATUS = set("SUCCESS RUNTIME_ERROR TIMEOUT DEADLOCK MEMORY_LIMIT OUTPUT_LIMIT PROCESS_LIMIT FILE_LIMIT "
             "SECURITY_VIOLATION COMPILE_ERROR WRONG_OUTPUT INTERRUPTED INTERNAL_ERROR".split())
ENDED_WITH_124 = {"TIMEOUT", "DEADLOCK", "MEMORY_LIMIT", "OUTPUT_LIMIT", "PROCESS_LIMIT", "FILE_LIMIT",
                  "SECURITY_VIOLATION"}
ALWAYS = ("schema", "status", "ended_by", "diagnosis", "outcome", "processes", "threads", "tool")
ADDRESS = re.compile(r"0x[0-9a-f]+")
LARGEST = 256 << 10  # bytes of a report, whatever the program did
SHORT = 8000         # what a model is given
SPOKEN = ("summary", "explanation", "hint")


class Complaints(list):
    def unless(self, ok, text):
        if not ok and text not in self:
            self.append(text)


# What must hold for any report

def nodes(node, key=""):
    """(key, value) of everything below node."""
    yield key, node
    if isinstance(node, dict):
        for k, v in node.items():
            yield from nodes(v, k)
    elif isinstance(node, list):
        for v in node:
            yield from nodes(v, key)


def findings(report):
    return [f for f in [report.get("diagnosis")] + (report.get("findings") or []) if f]


def untidy_findings(report, bad):
    seen = []
    for finding in findings(report):
        bad.unless(finding.get("confidence") in ("verified", "likely", "possible"),
                   f"confidence is {finding.get('confidence')!r}")
        bad.unless(finding.get("summary"), "a finding without a summary")
        bad.unless(finding.get("confidence") != "verified" or finding.get("proof"), "verified without a proof")
        operands = lookup.resolve(finding, "expression.operands[role=culprit]")
        bad.unless(len(operands) < 2, "a finding with several culprits")
        bad.unless(finding not in seen, "a finding stands in the report twice")
        seen.append(finding)
        for spoken in [finding.get(k, "") for k in SPOKEN] + lookup.resolve(finding, "evidence[*].text"):
            bad.unless(not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", spoken), f"control bytes in {spoken[:60]!r}")
        for ref in lookup.resolve(finding, "evidence[*].ref"):
            bad.unless(lookup.pointer(report, ref) is not None, f"evidence refers to {ref}, which is not there")


def untidy_stack(report, bad):
    threads = report.get("threads") or []
    if threads:
        bad.unless(threads[0].get("id") == report.get("primary_thread"), "threads[0] is not the primary thread")
    for thread in threads:
        for at, frame in enumerate(thread.get("frames") or []):
            bad.unless("index" in frame and "pc" in frame, "a frame without index or pc")
            bad.unless("function" in frame or "module" in frame, f"frame {at} without function and module")
            last = at + 1 == len(thread["frames"]) and not thread.get("omitted_frames")
            bad.unless(not (frame.get("inlined") and last), "an inlined frame without its outer one")
            source = frame.get("source")
            if source:
                last = source["first_line"] + len(source["lines"]) - 1
                bad.unless(source["first_line"] <= source["focus"] <= last, "source focus outside the excerpt")


def untidy_values(report, bad):
    ids = set(lookup.resolve(report, "memory.objects[*].id"))
    for key, node in nodes(report):
        if key in ("address", "pc") and not isinstance(node, (dict, list)):
            bad.unless(isinstance(node, str) and ADDRESS.fullmatch(node), f"{key} is {node!r}, not a 0x… string")
        if isinstance(node, int) and not isinstance(node, bool):
            bad.unless(abs(node) < 1 << 53, f"{key} is {node}, which wants to be a string")
        if isinstance(node, dict):
            target = node.get("points_to")
            bad.unless(not target or target.get("object") in ids, f"points_to an unknown object {target}")
            bad.unless(not any(k.startswith("omitted_") and v == 0 for k, v in node.items() if k != "omitted_bytes"),
                       "an omitted_… of 0")
        if key in ("arguments", "locals", "globals", "children") and isinstance(node, dict):
            bad.unless(all(k in node for k in ("name", "type", "kind", "state")), f"variable {node.get('name')} lacks a key")
            bad.unless(node.get("state") == "ok" or node.get("reason"), f"{node.get('name')} is {node.get('state')} without a reason")
    for ref in lookup.resolve(report, "memory.objects[*].variable"):
        bad.unless(lookup.pointer(report, ref) is not None, f"an object is variable {ref}, which is not there")


def exit_statuses(report):
    """The exit statuses that tracerun may have after this report, None for any."""
    status = report.get("status")
    number = next(iter(lookup.resolve(report, "outcome.signal.number")), None)
    code = next(iter(lookup.resolve(report, "outcome.exit_code")), None)
    if status in ENDED_WITH_124:
        return {124}
    if status in ("COMPILE_ERROR", "WRONG_OUTPUT"):
        return {1}
    if status == "INTERNAL_ERROR":
        return {125, 126, 127}
    return {-number, 128 + number} if number else {code}


def untidy(report, returncode):
    """What is wrong with any report, whatever the case."""
    bad = Complaints()
    bad.unless(report.get("schema") == "tracerun.report/1", f"schema is {report.get('schema')!r}")
    bad.unless(report.get("status") in STATUS, f"unknown status {report.get('status')!r}")
    for key in ALWAYS:
        bad.unless(key in report, f"no {key}")
    outcome = report.get("outcome") or {}
    bad.unless(outcome.get("exit_code") is None or outcome.get("signal") is None, "both an exit code and a signal")
    bad.unless(report.get("status") != "SUCCESS" or outcome.get("exit_code") == 0, "SUCCESS without exit code 0")
    told = report.get("diagnosis") or (report.get("status") == "INTERNAL_ERROR" and report.get("incomplete"))
    bad.unless(report.get("status") == "SUCCESS" or told, "no diagnosis after a failure")
    primary = lookup.resolve(report, "processes[primary=true]")
    bad.unless(len(primary) == (1 if report.get("processes") else 0), f"{len(primary)} primary processes")
    for reason in lookup.resolve(report, "incomplete[section=analysis].reason"):
        bad.unless(not re.search("ended|took too long", reason), f"the worker died: {reason}")
    untidy_findings(report, bad)
    untidy_stack(report, bad)
    untidy_values(report, bad)
    allowed = exit_statuses(report)
    bad.unless(returncode in allowed, f"tracerun's own exit status is {returncode}, not {sorted(allowed, key=str)}")
    return bad


# Normalising

def normalised(report, places):
    """A copy in which process ids, addresses and places of this machine are names.

    Process n of processes[] is "<pid:n>", another thread "<tid>"; an address is "<address>", except one below 64 KiB,
    which says something about the program; places maps a path to the name that it gets.
    """
    pids = {p.get("pid"): f"<pid:{n}>" for n, p in enumerate(report.get("processes") or [])}

    def text(value):
        for path, name in places:
            value = value.replace(path, name)
        return re.sub(r"\b0x[0-9a-f]+\b", lambda m: m[0] if int(m[0], 16) < 1 << 16 else "<address>", value)

    def copy(node, key=""):
        if isinstance(node, dict):
            return {k: copy(v, k) for k, v in node.items()}
        if isinstance(node, list):
            return [copy(v, key) for v in node]
        if isinstance(node, str):
            return text(node)
        if key in ("pid", "parent", "process", "primary_thread", "thread") and not isinstance(node, bool):
            return pids.get(node, "<tid>")
        return node
    copied = copy(report)
    for before, after in zip(report.get("threads") or [], copied.get("threads") or []):
        after["id"] = pids.get(before.get("id"), "<tid>")
    return copied


# Variables

def last_component(function):
    """The unqualified name: "a::b<c::d>::take" -> "take"."""
    depth, start = 0, 0
    for at, c in enumerate(function):
        depth += (c in "<({[") - (c in ">)}]")
        if depth == 0 and function.startswith("::", at):
            start = at + 2
    return function[start:]


def step(report, variable, name):
    """The variables that name leads to from one: a child, or "*" over a pointer."""
    children = [c for c in variable.get("children") or [] if c.get("name") == name]
    if children or name != "*" or "points_to" not in variable:
        return children
    objects = lookup.resolve(report, "memory.objects[*]")
    found = [o for o in objects if o.get("id") == variable["points_to"]["object"]]
    return [lookup.pointer(report, o["variable"]) if "variable" in o else o for o in found]


def variables(report, function, path):
    """Variables of that path ("p/*/next/*/value") in the frames of function ("" for globals)."""
    frames = lookup.resolve(report, "threads[0].frames[*]")
    owners = [f for f in frames if last_component(f.get("function", "")) == function] if function else [report]
    first, *rest = path.split("/")
    found = [v for o in owners for k in ("arguments", "locals", "globals") for v in o.get(k) or [] if v.get("name") == first]
    for name in rest:
        found = [v for before in found for v in step(report, before, name) if v]
    return found


def check_variables(expected, report):
    bad = Complaints()
    for function, wanted in expected.items():
        for path, want in wanted.items():
            found = variables(report, function, path)
            want = want if isinstance(want, dict) else {"value": want}
            if want == {"absent": True}:
                bad.unless(not found, f"{function}: {path} is there")
                continue
            bad.unless(any(all(matches_attribute(v, k, w) for k, w in want.items()) for v in found),
                       f"{function}: {path}: wanted {json.dumps(want)}, got {json.dumps(brief(found))[:300]}")
    return bad


def matches_attribute(variable, key, want):
    if want == {"absent": True}:
        return key not in variable
    return key in variable and lookup.matches(want, variable[key])


def brief(found):
    return [{k: v for k, v in variable.items() if k not in ("children", "address")} for variable in found]


def operands(finding):
    expression = finding.get("expression") or {}
    return [expression.get("text")] + [(operand["text"], operand.get("role")) for operand in expression.get("operands", [])]


def crashed_frame(report):
    """The frame that the diagnosis is about."""
    where = (report.get("diagnosis") or {}).get("location") or {}
    frames = report["threads"][0].get("frames", []) if report["threads"] else []
    return next((f for f in frames if f.get("user") and f.get("function") == where.get("function")), {})


def check_short(whole, short):
    """Complaints about a normalised document of --max-chars SHORT, beside the whole one of another run."""
    bad = Complaints()
    for key in ("status", "ended_by"):
        bad.unless(short.get(key) == whole[key], f"{key} is {short.get(key)}, not {whole[key]}")
    mine, all_of_it = short.get("diagnosis") or {}, whole["diagnosis"] or {}
    # Where a stack ends, and what freed memory holds, differs from run to run.
    for key in ("kind", "confidence"):
        bad.unless(mine.get(key) == all_of_it.get(key), f"diagnosis.{key} is {mine.get(key)!r}, not {all_of_it.get(key)!r}")
    for key in ("summary", "location", "proof"):
        bad.unless((key in mine) == (key in all_of_it), f"diagnosis.{key} is there in one of them only")
    bad.unless(operands(mine) == operands(all_of_it), f"operands are {operands(mine)}, not {operands(all_of_it)}")
    frame, known = crashed_frame(whole), crashed_frame(short)
    for key in ("arguments", "locals"):
        names = [v["name"] for v in known.get(key, [])]
        lost = [v["name"] for v in frame.get(key, []) if v["name"] not in names]
        bad.unless(not lost, f"{key} {lost} of {frame.get('function')} are missing")
    return bad


def check(case, report, raw):
    """Complaints about a normalised report, after the case's expectations."""
    bad = Complaints()
    for path, want in case.get("expect", {}).items():
        values = lookup.resolve(report, path)
        bad.unless(lookup.meets(want, values), f"{path}: wanted {json.dumps(want)}, got {json.dumps(values)[:300]}")
    bad += check_variables(case.get("vars", {}), report)
    strings = "\n".join(node for _, node in nodes(report) if isinstance(node, str))
    bad += [f"anywhere: {p!r} is not in the report" for p in case.get("anywhere", []) if not re.search(p, strings, re.M)]
    bad += [f"nowhere: {p!r} is in the report" for p in case.get("nowhere", []) if re.search(p, strings, re.M)]
    most = case.get("maxbytes", LARGEST)
    bad.unless(len(raw) <= most, f"the document has {len(raw)} bytes, more than {most}")
    return bad
