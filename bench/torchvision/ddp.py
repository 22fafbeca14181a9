#!/usr/bin/env python3
"""DistributedDataParallel of PyTorch on several ranks of one GPU, to stand beside `stoker launch` in one command.

usage: ddp.py MODEL BATCH_PER_RANK RANKS [SECONDS]

Synthetic batches that stay on the device, bf16 autocast, channels-last, fused SGD, NCCL over loopback: ranks that share a GPU take
each other for hosts by NCCL_HOSTID.
"""
import json
import os
import socket
import sys
import time

import torch
import torch.distributed
import torch.multiprocessing
import torchvision


def rank_main(rank, name, batch, ranks, seconds, port):
    os.environ.update(NCCL_HOSTID=f"rank-{rank}", NCCL_SOCKET_IFNAME="lo", NCCL_IB_DISABLE="1", MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.backends.cudnn.benchmark = True
    torch.cuda.set_device(0)
    torch.distributed.init_process_group("nccl", rank=rank, world_size=ranks)
    model = getattr(torchvision.models, name)(num_classes=2).cuda().to(memory_format=torch.channels_last)
    model = torch.nn.parallel.DistributedDataParallel(model, device_ids=[0], gradient_as_bucket_view=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, nesterov=True, weight_decay=5e-4, fused=True)
    images = torch.randn(batch, 3, 224, 224, device="cuda").to(memory_format=torch.channels_last)
    labels = torch.randint(0, 2, (batch,), device="cuda")

    def step():
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cuda", torch.bfloat16):
            loss = torch.nn.functional.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()

    for _ in range(8):
        step()
    torch.cuda.synchronize()
    count, start = 0, time.perf_counter()
    over = torch.zeros(1, device="cuda")
    while over.item() == 0:
        for _ in range(5):
            step()
        count += 5
        torch.cuda.synchronize()
        over.fill_(float(time.perf_counter() - start > seconds))
        torch.distributed.broadcast(over, 0)  # all ranks stop after the same step
    rate = ranks * batch * count / (time.perf_counter() - start)
    if rank == 0:
        print(json.dumps({"model": name, "ranks": ranks, "batch_per_rank": batch, "images_per_second": rate}), flush=True)
    torch.distributed.destroy_process_group()


def main(name, batch, ranks, seconds=12.0):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    torch.multiprocessing.spawn(rank_main, (name, int(batch), int(ranks), float(seconds), port), int(ranks))


if __name__ == "__main__":
    main(*sys.argv[1:])
