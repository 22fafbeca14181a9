package dev.stoker.serve.internal.model;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A model and the number of its users; it is closed when it was replaced and the last of them is gone. */
final class SharedModel {
    private final ServedModel model;
    private final CountDownLatch unused = new CountDownLatch(1);
    private int users;
    private boolean retired;

    SharedModel(ServedModel model) {
        this.model = model;
    }

    ServedModel model() {
        return model;
    }

    /** Empty where it was replaced meanwhile. */
    synchronized Optional<ModelLease> lease() {
        if (retired) {
            return Optional.empty();
        }
        users++;
        return Optional.of(new ModelLease(this));
    }

    synchronized void release() {
        users--;
        if (retired && users == 0) {
            unused.countDown();
        }
    }

    /** Gets no new users, waits for the last one, and closes the model. */
    void retire() {
        synchronized (this) {
            retired = true;
            if (users == 0) {
                unused.countDown();
            }
        }
        try {
            unused.await();
            model.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the process ends, and its memory with it
        }
    }
}
