#!/usr/bin/env python3
"""Makes the data that ships inside from Debian's package dataset-fashion-mnist.

usage: fashion-mnist-mini.py FOLDER_OF_THE_FOUR_IDX_GZ DESTINATION

Keeps the first 1,000 training and 200 test images of each class, in their original order.
"""
import gzip
import hashlib
import struct
import sys
from pathlib import Path

MD5 = {
    "train-images-idx3-ubyte": "f4a8712d7a061bf5bd6d2ca38dc4d50a",
    "train-labels-idx1-ubyte": "9018921c3c673c538a1fc5bad174d6f9",
    "t10k-images-idx3-ubyte": "8181f5470baa50b63fa0f6fddb340f0a",
    "t10k-labels-idx1-ubyte": "15d484375f8d13e6eb1aabb0c3f46965",
}
PIXELS = 28 * 28


def read(folder, name):
    content = gzip.decompress((folder / (name + ".gz")).read_bytes())
    if hashlib.md5(content).hexdigest() != MD5[name]:
        raise SystemExit(f"{folder / name}.gz is not the published file: its md5 differs")
    return content


def write(folder, name, content):
    with open(folder / (name + ".gz"), "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(content)


def subset(source, destination, part, per_class):
    images, labels = read(source, part + "-images-idx3-ubyte")[16:], read(source, part + "-labels-idx1-ubyte")[8:]
    taken, chosen = [0] * 10, []
    for index, label in enumerate(labels):
        if taken[label] < per_class:
            taken[label] += 1
            chosen.append(index)
    count = len(chosen)
    write(destination, part + "-images-idx3-ubyte",
          struct.pack(">IIII", 0x803, count, 28, 28) + b"".join(images[i * PIXELS:(i + 1) * PIXELS] for i in chosen))
    write(destination, part + "-labels-idx1-ubyte", struct.pack(">II", 0x801, count) + bytes(labels[i] for i in chosen))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    subset(Path(sys.argv[1]), Path(sys.argv[2]), "train", 1000)
    subset(Path(sys.argv[1]), Path(sys.argv[2]), "t10k", 200)
