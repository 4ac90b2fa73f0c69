"""Is a JSON Schema valid, and does it accept the examples and refuse what is wrong with them?"""

import copy
import json
import pathlib
import re
import sys

schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
files = sorted(pathlib.Path(sys.argv[2]).glob("*/*.yaml"))
assert files, "no examples"


def references(node):
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"]
        node = list(node.values())
    if isinstance(node, list):
        for entry in node:
            yield from references(entry)


for reference in references(schema):
    assert reference.removeprefix("#/$defs/") in schema["$defs"], f"{reference} leads nowhere"

# Without other modules: every key of the first two levels of an example is one that the schema has.
text = json.dumps(schema)
for file in files:
    for key in re.findall(r"^(\w+):", file.read_text(), re.M):
        assert key in schema["properties"], f"{file}: the schema has no '{key}'"

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"SKIPPED: the examples were not held against the schema ({missing})")
    sys.exit()


class Loader(yaml.SafeLoader):
    """YAML 1.2 takes 1e-3 for a number, PyYAML does not."""


Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?\d+(\.\d*)?[eE][-+]?\d+$"), list("-+0123456789"))

jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for file in files:
    model = yaml.load(file.read_text(), Loader)
    if "analysis" not in model:
        model["analysis"] = {"end": 1}  # a part
    errors = [f"{file}: {error.json_path}: {error.message[:200]}" for error in validator.iter_errors(model)]
    assert not errors, "\n".join(errors)
    for key in list(model):
        wrong = copy.deepcopy(model)
        wrong[key + "q"] = wrong.pop(key)
        assert not validator.is_valid(wrong), f"{file}: '{key}q' is accepted"
