package dev.stoker.serve.internal.web;

import dev.stoker.serve.internal.batch.RefusedException;
import dev.stoker.serve.internal.model.ModelLease;
import dev.stoker.serve.internal.model.ModelRepository;
import io.javalin.http.Context;

/** The model and the version that an address names. */
final class ModelPath {
    private ModelPath() {}

    /** Refuses a model that is not served. */
    static void requireName(Context request, ModelRepository repository) {
        String name = request.pathParam("name");
        if (!name.equals(repository.name())) {
            throw RefusedException.unknown(
                    "there is no model '%.60s'; %s is served".formatted(name, repository.name()));
        }
    }

    /** The model, of the version that is asked for where one is. */
    static ModelLease lease(Context request, ModelRepository repository) {
        requireName(request, repository);
        var lease = repository.lease();
        String wanted = request.pathParamMap().get("version");
        String served = Integer.toString(lease.model().version());
        if (wanted != null && !wanted.equals(served)) {
            lease.close();
            throw RefusedException.unknown(
                    "there is no version '%.20s' of %s; %s is served".formatted(wanted, repository.name(), served));
        }
        return lease;
    }
}
