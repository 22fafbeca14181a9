package dev.stoker.storage;

import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StoredFile;
import dev.stoker.data.storage.StoredObject;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.Entry;
import org.apache.opendal.ListOptions;
import org.apache.opendal.Metadata;
import org.apache.opendal.Operator;

/** The files below an address. */
final class OpenDalStorage implements Storage {
    /** One for each request under way: the reading engine decides how many there are. */
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("storage-", 0).daemon().factory());

    private final String location;
    private final AsyncOperator operator;

    /**
     * Reads on threads of ours. What the asynchronous one of OpenDAL 0.48.2 answers stays referenced by its native threads for as
     * long as the process lives: every byte that was read.
     */
    private final Operator reading;

    private final boolean isBucket;
    private boolean closed;

    /** Those under way, and this storage until it is closed; the last one closes the operator. */
    private final Phaser requests = new Phaser(1) {
        @Override
        protected boolean onAdvance(int phase, int registered) {
            reading.close();
            operator.close();
            return true;
        }
    };

    OpenDalStorage(String location, AsyncOperator operator) {
        this.location = location;
        this.operator = operator;
        reading = operator.blocking();
        isBucket = location.startsWith("s3://");
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public List<StoredFile> list() {
        return files(listed(location, operator.list("")));
    }

    @Override
    public List<String> folders() {
        return listed(location, operator.list("")).stream()
                .filter(entry -> entry.metadata.isDir() && !entry.path.equals("/") && !entry.path.isEmpty())
                .map(entry -> checked(entry.path.replaceFirst("/$", "")))
                .sorted()
                .toList();
    }

    /** OpenDAL hands over a listing as a whole: each folder is listed by itself, which bounds what is in memory twice. */
    @Override
    public List<StoredFile> tree(String folder) {
        var below = ListOptions.builder().recursive(true).build();
        return files(listed(location + "/" + folder, operator.list(folder + "/", below)));
    }

    private List<Entry> listed(String where, CompletableFuture<List<Entry>> listing) {
        return Answer.await(where, Answer.of(where, underWay(listing)));
    }

    private List<StoredFile> files(List<Entry> entries) {
        return entries.stream()
                .filter(entry -> entry.metadata.isFile())
                .map(entry -> described(checked(entry.path), entry.metadata))
                .sorted(Comparator.comparing(StoredFile::name))
                .toList();
    }

    private String checked(String name) {
        ListedName.check(location, name);
        return name;
    }

    @Override
    public Optional<StoredFile> find(String name) {
        return Answer.await(location + "/" + name, Answer.find(location + "/" + name, describe(name)));
    }

    /** What the server says of a file, without a limit of time. */
    CompletableFuture<StoredFile> describe(String name) {
        return underWay(operator.stat(name).exceptionallyCompose(failure -> explained(name, failure)))
                .thenApply(found -> described(name, found));
    }

    /** S3 describes an object without words where it fails; a request for a byte of it says why. */
    private CompletionStage<Metadata> explained(String name, Throwable failure) {
        return isBucket
                ? operator.read(name, 0, 1).thenCompose(_ -> CompletableFuture.failedFuture(failure))
                : CompletableFuture.failedFuture(failure);
    }

    /** A range of a file, without a limit of time. */
    CompletableFuture<byte[]> read(String name, long position, int length) {
        return underWay(CompletableFuture.supplyAsync(() -> reading.read(name, position, length), THREADS));
    }

    private <T> CompletableFuture<T> underWay(CompletableFuture<T> request) {
        requests.register();
        return request.whenComplete((_, _) -> requests.arriveAndDeregister());
    }

    static StoredFile described(String name, Metadata metadata) {
        return new StoredFile(name, metadata.contentLength, validator(metadata));
    }

    private static String validator(Metadata metadata) {
        return Optional.ofNullable(metadata.etag)
                .or(() -> Optional.ofNullable(metadata.lastModified).map(Object::toString))
                .orElse("");
    }

    @Override
    public StoredObject open(StoredFile file) {
        return new OpenDalObject(this, file);
    }

    /** Splits of one dataset share a storage, and each closes it. Requests under way need the operator until they are answered. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            requests.arriveAndDeregister();
        }
    }
}
