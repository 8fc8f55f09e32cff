"""Samples and their cases: what case.json says, merged for one case and one variant (README.md beside lists the keys)."""
import json
import os

MERGED = ("expect", "vars", "text", "env")


class Case(dict):
    """The settings of one case under one variant, and where it is."""

    def __init__(self, settings, folder, name, variant):
        super().__init__(settings)
        self.folder, self.name, self.variant = folder, name, variant

    @property
    def title(self):
        group, sample = self.folder.split(os.sep)[-2:]
        return ".".join(part for part in (group, sample, self.name, self.variant) if part)

    @property
    def language(self):
        return "c++" if os.path.exists(os.path.join(self.folder, "main.cpp")) else "c"


def merged(base, over):
    result = dict(base)
    for key, value in over.items():
        result[key] = {**base.get(key, {}), **value} if key in MERGED and isinstance(value, dict) else value
    return result


def read(folder):
    """Every case of a sample, under each of its variants."""
    with open(os.path.join(folder, "case.json"), encoding="utf-8") as f:
        whole = json.load(f)
    cases = whole.pop("cases", None) or {"": {}}
    for name, over in cases.items():
        settings = merged(whole, over)
        overrides = settings.pop("overrides", {})
        for variant in settings.get("variants", ["gcc-O0"]):
            yield Case(merged(settings, overrides.get(variant, {})), folder, name, variant)


def find(samples, title):
    group, sample = title.split(".")[:2]
    return next(c for c in read(os.path.join(samples, group, sample)) if c.title == title)


def folders(samples):
    for group in sorted(os.listdir(samples)):
        for sample in sorted(os.listdir(os.path.join(samples, group)) if os.path.isdir(os.path.join(samples, group)) else []):
            folder = os.path.join(samples, group, sample)
            if os.path.exists(os.path.join(folder, "case.json")):
                yield folder
