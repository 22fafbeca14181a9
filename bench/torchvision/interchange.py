"""Weights to and from torchvision or timm: does every model of the same name compute the same logits in both?

usage: interchange.py [--device cpu|cuda] [--timm] [--only NAMES] MODELS_JSON JAVA_COMMAND...   (bench/torchvision/interchange fills it in)

For each model that Stoker and torchvision both have (--timm: those that torchvision does not have), with images computed by a formula, in fp32 without TF32:
  ours    Stoker's initial weights, written as safetensors, loaded strictly by the library
  theirs  the library's random weights (and running statistics of some batches), written by torch.save, loaded by Stoker
The difference is the largest between any two logits, as a share of the largest logit; up to 1e-4 is equal. Names must be in the order of
the library's state_dict, and there must be as many parameters. One line for each model; the exit code is 1 where one differs.
"""
import argparse
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy
import torch

try:
    import torchvision
except RuntimeError:  # its operators were compiled for another torch; those that its import asks for have no use here
    boxes = torch.library.Library("torchvision", "DEF")
    for operator in ("nms", "qnms"):
        boxes.define(operator + "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    for module in [each for each in sys.modules if each.split(".")[0] == "torchvision"]:
        del sys.modules[module]
    import torchvision

TOLERANCE = 1e-4
TIMM = {"vit_s_16": "vit_small_patch16_224", "deit_s_16": "deit_small_patch16_224", "deit_b_16": "deit_base_patch16_224",
        "mixnet_s": "mixnet_s", "mixnet_m": "mixnet_m", "mixnet_l": "mixnet_l"}
TYPES = {"F32": torch.float32, "F64": torch.float64, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64,
         "I32": torch.int32, "U8": torch.uint8, "BOOL": torch.bool}


def read_safetensors(path):
    """The length of a JSON header, the header, the bytes."""
    content = bytearray(path.read_bytes())
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    header.pop("__metadata__", None)
    state = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        kind = TYPES[entry["dtype"]]
        part = bytes(content[start + begin:start + end])
        state[name] = torch.frombuffer(bytearray(part), dtype=kind).reshape(entry["shape"])
    return state


def images(count, channels, height, width):
    """The values of dev.stoker.bench.ReferenceLogits."""
    positions = numpy.arange(count * channels * height * width, dtype=numpy.uint64)
    hashed = (positions * 2654435761 + 12345) & 0xFFFFFFFF
    values = 4 * (hashed.astype(numpy.float64) / 2**32 - 0.5)
    return torch.from_numpy(values.astype(numpy.float32)).reshape(count, channels, height, width)


def base(name):
    """The name in torchvision, and what else it is built with: a width multiplier may follow the name of a MobileNet."""
    width = re.fullmatch(r"(mobilenet_v2|mobilenet_v3_\w+)_(\d[\d.]*)", name)
    if width:
        return width[1], {"width_mult": float(width[2])}
    return name, {"init_weights": False} if name in ("inception_v3", "googlenet") else {}


def build(name, classes):
    if name in TIMM:
        import timm
        return timm.create_model(TIMM[name], num_classes=classes)
    original, extra = base(name)
    return getattr(torchvision.models, original)(weights=None, num_classes=classes, **extra)


def vary(model):
    """A head of zeros, or a layer scale of a millionth, would hide everything before it."""
    for parameter in model.parameters():
        if parameter.unique().numel() == 1 and parameter.abs().max() < 1e-3:
            parameter.uniform_(-0.1, 0.1)


def difference(ours, theirs):
    """NaN where a logit is NaN or infinite, which does not count as equal."""
    largest = max(theirs.abs().max().item(), 1e-30)
    return (ours - theirs).abs().max().item() / largest


def compare(name, side, classes, parameters, device, java, folder):
    batch = images(2, 3, side, side).to(device)
    model = build(name, classes).to(device)
    count = sum(each.numel() for each in model.parameters())
    if count != parameters:
        return f"the library's has {count:,}", math.nan, math.nan
    vary(model)
    model.train()
    for i in range(2):  # so that running statistics are not those that every model starts with
        model(torch.roll(batch, i, dims=1))
    model.eval()
    theirs = model(batch).float().cpu()
    torch.save(model.state_dict(), folder / f"{name}.pth")
    run = subprocess.run([*java, "dev.stoker.bench.ReferenceLogits", str(folder), device, name], capture_output=True, text=True)
    if run.returncode != 0:
        lines = run.stderr.strip().splitlines()
        return "Stoker failed: " + (lines[0] if lines else f"exit code {run.returncode}"), math.nan, math.nan

    def logits(which):
        values = numpy.fromfile(folder / f"{name}.{which}.logits", dtype="<f4")
        return torch.from_numpy(values).reshape(2, classes)

    to_stoker = difference(logits("theirs"), theirs)
    try:
        written = read_safetensors(folder / f"{name}.safetensors")
        order = list(written) == list(model.state_dict())
        model.load_state_dict(written, strict=True)
    except RuntimeError as failure:
        return "the library refused: " + " ".join(str(failure).split())[:200], math.nan, to_stoker
    return "loaded strictly" if order else "another order", difference(logits("ours"), model(batch).float().cpu()), to_stoker


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--timm", action="store_true")
    parser.add_argument("--only", default="", help="names of models, separated by commas")
    parser.add_argument("models", help="the output of `stoker models --json`")
    parser.add_argument("java", nargs=argparse.REMAINDER, help="the command that runs a class of Stoker")
    arguments = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    torch.manual_seed(1)
    known = set(TIMM if arguments.timm else torchvision.models.list_models(module=torchvision.models))
    models = [each for each in json.loads(pathlib.Path(arguments.models).read_text())["models"]
              if base(each["name"])[0] in known]
    if arguments.only:
        models = [each for each in models if each["name"] in arguments.only.split(",")]
    print(f"{len(models)} models; torch {torch.__version__}, torchvision {torchvision.__version__}; on {arguments.device}")
    failed = 0
    for each in models:
        side = int(each["input"].split("×")[0])
        with tempfile.TemporaryDirectory() as folder, torch.no_grad():
            loaded, ours, theirs = compare(
                each["name"], side, each["classes"], each["parameters"], arguments.device, arguments.java, pathlib.Path(folder))
        equal = loaded == "loaded strictly" and ours <= TOLERANCE and theirs <= TOLERANCE
        failed += not equal
        print(f"{each['name']:24} {loaded:16} {each['parameters']:>11,} parameters  ours there {ours:.1e}  theirs here {theirs:.1e}  "
              f"{'equal' if equal else 'DIFFERENT'}", flush=True)
    print("all are equal" if models and not failed else f"{failed} of {len(models)} differ")
    sys.exit(0 if models and not failed else 1)


main()
