package dev.stoker.job.setup;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.Sha256;
import dev.stoker.job.RunFinder;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.ModelFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that a teacher is read from. */
final class TeacherFile {
    private TeacherFile() {}

    /**
     * The plan with the file itself in place of a run, and with its hash, so that a run that is resumed or repeated, and every rank,
     * has the same teacher; the plan as it is where there is none.
     */
    static Plan located(Plan plan) {
        return plan.compression()
                .teacher()
                .map(asked -> located(plan, file(plan, asked)))
                .orElse(plan);
    }

    private static Plan located(Plan plan, Path file) {
        String sha256 = Sha256.of(file);
        String expected = plan.compression().teacherSha256();
        if (!expected.isEmpty() && !expected.equalsIgnoreCase(sha256)) {
            throw new StokerException(
                            "the teacher %s is another file than before: its SHA-256 is %s, and the plan has %s; put the file of before there, or start a new run without teacher-sha256"
                                    .formatted(file, sha256, expected))
                    .about("teacher", "teacher-sha256");
        }
        return plan.with(plan.compression().withTeacher(file, sha256));
    }

    private static Path file(Plan plan, Path asked) {
        try {
            Path found = Files.exists(asked)
                    ? asked
                    : new RunFinder(Path.of(plan.run().runs())).find(asked.toString());
            return ModelFile.find(found, ModelFile.Choice.BEST)
                    .file()
                    .toAbsolutePath()
                    .normalize();
        } catch (StokerException wrong) {
            throw new StokerException("teacher: " + wrong.getMessage(), wrong).about("teacher");
        }
    }
}
