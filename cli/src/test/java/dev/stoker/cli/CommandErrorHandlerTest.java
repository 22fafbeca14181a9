package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.job.plan.PlanKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandErrorHandlerTest {
    private record Result(int code, String err) {}

    private static Result run(String... arguments) {
        var err = new StringWriter();
        int code = StokerCommand.commandLine().setErr(new PrintWriter(err)).execute(arguments);
        return new Result(code, err.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "trian                     | there is no command 'trian'; did you mean train? (commands: ",
                "train --epcohs 3          | there is no flag --epcohs; did you mean --epochs? (see `stoker train"
                        + " --help`)",
                "train --epochs            | Missing required parameter for option '--epochs' (…)",
                "train --epochs 0          | epochs must be at least 1, got 0",
                "train --batch -1          | batch must be at least 1, or auto, got -1",
                "train --batch 0           | batch must be at least 1, or auto, got 0",
                "train --batch many        | batch must be an integer or auto, got 'many'",
                "train --lr fast           | lr must be a number or auto, got 'fast'",
                "train --lr 0              | lr must be above 0, or auto, got 0",
                "train --lr-from 1 --lr-to 0.1 | a range test needs lr-from below lr-to, got 1.0 and 0.1 (--lr-from,"
                        + " --lr-to)",
                "train --lr-steps 5        | lr-steps must be at least 20, got 5",
                "train --lr auto --lr-scaling linear | lr-scaling needs a given learning rate, but lr is auto",
                "train --search many       | search must be an integer or auto, got 'many'",
                "train --search -1         | search must be 0 to 1000, or auto, got -1",
                "train --search 5 --deterministic | search 5 keeps the fastest by measurement",
                "bench step --search -1    | search must be at least 0, or auto, got -1 (--search)",
                "train --lr-scaling cubic  | there is no lr-scaling 'cubic'",
                "train --reference-batch 8 | reference-batch is for lr-scaling linear or sqrt, but lr-scaling is none",
                "train --reference-batch 0 | reference-batch must be at least 1, got 0",
                "train --batch-to 0        | batch-to must be 1 to 16,777,216, got 0",
                "train --batch-memory few  | batch-memory must be a size such as 100MB, 512MiB or 2GB, or unlimited",
                "train --out-of-memory die | there is no out-of-memory 'die'",
                "train --model mlp --lr auto --lr-from 1e-12 --lr-to 1e-9 | lr auto: no learning rate from 1.0E-12 to"
                        + " 1.0E-9 makes the loss fall",
                "train --model mlp --lr auto --lr-from 1e6 --lr-to 1e9 | lr auto: the loss diverges at a learning rate",
                "train --batch auto --batch-memory 1KiB | not even a batch of 1 fits into the memory; use a smaller"
                        + " model",
                "tune                      | say what to tune: stoker tune lr or stoker tune batch",
                "tune rl                   | there is no command 'rl'; did you mean lr?",
                "tune lr --stpes 3         | there is no flag --stpes; did you mean --steps?",
                "tune lr --from 2 --to 1   | a range test needs lr-from below lr-to, got 2.0 and 1.0",
                "tune batch --batch-memory 1KiB | not even a batch of 1 fits into the memory; use a smaller model",
                "tune batch --to 0         | batch-to must be 1 to 16,777,216, got 0",
                "train --model resnet10    | there is no model 'resnet10'; did you mean resnet101?",
                "train --optimizer adma    | there is no optimizer 'adma'; did you mean adam?",
                "train --step-every 2      | step-every is for schedule step or exponential, but the schedule is"
                        + " cosine; change it, or",
                "train --set tta=flips   | there is no tta 'flips'; did you mean flip?",
                "train --batch 9001        | has 9000 training images; use batch 9000 or less (--batch)",
                "train --precision half    | there is no precision 'half'",
                "train --precision fp16 --device cpu | fp16 needs a GPU; on a CPU use bf16 or fp32",
                "train --accumulate 0      | accumulate must be 1 or more",
                "bench step --model resnet5 | there is no model 'resnet5'",
                "bench step --precision bf  | there is no precision 'bf'; did you mean bf16?",
                "bench step --batch 0       | batch, rounds and seconds must be above 0, got 0, 3 and 6.0 (--batch,"
                        + " --rounds, --seconds)",
                "bench input nowhere        | there is no folder or shard nowhere",
                "bench input . --input-memory few | input-memory must be a size such as 100MB, 512MiB or 2GB, or"
                        + " unlimited, got few (--input-memory)",
                "bench input . --recipe none | the flag --recipe is now called --transform",
                "bench input . --ahead 2    | the flag --ahead is now called --prefetch",
                "bench input . --ceiling    | the flag --ceiling is now called --baseline",
                "bench input . --memory 1GB | the flag --memory is now called --input-memory",
                "bench input . --workers 0  | workers must be at least 1, or auto, got 0 (--workers)",
                "bench step --eager         | the flag --eager is now called --capture off",
                "bench step --unfused       | the flag --unfused is now called --fusing off",
                "bench step --plain         | the flag --plain is now called --baseline",
                "bench step --capture maybe | capture must be auto or off, got maybe (--capture)",
                "bench step --threads 0     | threads must be at least 1, or auto, got 0 (--threads)",
                "datasets --catalogue x.yaml | the flag --catalogue is now called --catalog",
                "train --batch-size 8      | unknown option --batch-size; Stoker calls it --batch",
                "train --learning-rate=0.1 | unknown option --learning-rate; Stoker calls it --lr",
                "train --num_workers 4     | unknown option --num_workers; Stoker calls it --workers",
                "train --lr-scheduler step | unknown option --lr-scheduler; Stoker calls it --schedule",
                "train --imgSize 64        | unknown option --imgSize; Stoker calls it --size",
                "train --gpus 1            | unknown option --gpus; Stoker calls it --device (cuda or cuda:N)",
                "train --early-stopping    | unknown option --early-stopping; Stoker calls it --patience",
                "train -j 4                | unknown option -j; Stoker calls it --workers",
                "train --checkpoint x      | unknown option --checkpoint; a run is resumed with `stoker train --resume",
                "train --set batch_size=8  | unknown plan key 'batch_size'; Stoker calls it batch",
                "bench step --batch-size 8 | unknown option --batch-size; Stoker calls it --batch",
                "env --batch-size 8        | there is no flag --batch-size (see `stoker env --help`)",
                "train --set batches=3     | there is no plan key 'batches'; did you mean batch?",
                "train --set batch         | --set",
                "train --plan none.yaml    | cannot read the plan none.yaml (no such file or folder)",
                "train --resume nowhere    | there is no run 'nowhere'",
                "train --device gpu        | device must be cpu, cuda, cuda:N or auto, got 'gpu'",
                "train --tta nowhere       | there is no dataset 'nowhere'",
                "train --tta shifts nowhere | there is no dataset 'nowhere'",
                "train --tta=nowhere       | there is no tta 'nowhere'",
                "train --progressive rezise=9:28 | progressive: there is no phase parameter 'rezise'; did you"
                        + " mean resize? (phase parameters:",
                "train --clip 1            | the flag --clip is now called --max-grad-norm",
                "train --stop-after=3      | the flag --stop-after is now called --patience",
                "train --tta=mirror        | the tta 'mirror' is now called flip",
                "train --set grey=1        | the plan key 'grey' is now called grayscale",
                "train --progressive sample=2:1 | progressive: sample needs a share above 0 and at most 1, got '2'",
                "train --progressive resize=14:28 | phase 1 (14 px): model cnn cannot change its image size",
                "train --progressive sample=0.0005:1 --batch 4 | the subset of 5 of 9,000 images has none of"
                        + " class",
                "train --progressive sample=0.5:1 --phases 9 | 9 phases need at least 9 epochs, but the run has 8;"
                        + " use",
                "train --phases 3           | phases 3 has no phase parameter to change: give progressive, or",
                "train --phase-patience 2   | phase-patience ends phases, but there are none: give progressive or",
                "train --crop-area 0.5      | crop-area is for encoded images; small images that are stored as pixels"
                        + " are shifted",
                "train --hue 0.1           | saturation, hue and grayscale are for color images, and these are"
                        + " grayscale;",
                "train --rotate 200        | rotate must be 0 to 180 degrees, got 200.0",
                "train ../examples/apples.csv --cutout 3 | cutout is for images, and ../examples/apples.csv is a"
                        + " table",
                "train --whiten 10         | whiten: model cnn has no whitening layer",
                "train nowhere             | there is no dataset 'nowhere'",
                "train --model none.yaml   | cannot read the model none.yaml (no such file or folder)",
                "train --model [rellu]     | layer 0 (rellu): there is no layer 'rellu'; did you mean relu?",
                "train --model [flatten]   | model model ends with 784 features, but there are 10 classes; end with",
                "train --model [relu       | model: line 1, column 6: ",
                "train nowhere.csv         | nowhere.csv",
                "train --label x           | label is for tables and lists of images, and fashion-mnist-mini is"
                        + " neither; remove label, or use label-feature for TFRecords, tars and Parquet files (--label,"
                        + " --label-feature)",
                "train --model deep        | model deep is for tables; for images choose one of `stoker models`",
                "train --validation 1      | validation must be a share above 0 and below 1, auto, or test, got '1'",
                "train --fold 2            | fold is one of folds, counted from 1, got fold 2 of 0; change one of them",
                "train --folds 3 --fold 4  | fold is one of folds, counted from 1, got fold 4 of 3; change one of them",
                "train --folds 3 --validation 0.1 | with folds the validation split is one of them, but validation is"
                        + " 0.1",
                "train --folds 1           | folds must be 0 or at least 2, got 1",
                "train --best-by recall    | there is no best-by 'recall'",
                "train --hidden 0          | hidden must be layer sizes such as 64,32, or none, got '0'",
                "train ../examples/apples.csv --label srot | has no column 'srot' for the label; did you mean sort?",
                "train ../examples/apples.csv --label weight_g | the label, column weight_g, is empty; fix the row,",
                "train ../examples/apples.csv --columns numeric | columns must be a mapping of names to kinds",
                "train ../examples/apples.csv --size 64 | size is for images, and ../examples/apples.csv is a table",
                "models --yaml resnet51    | there is no model 'resnet51'; did you mean resnet",
                "models --yaml cnn --summary cnn | --summary and --yaml cannot both be shown; omit one",
                "models --classes 3        | --size, --channels and --classes belong to --summary or --yaml NAME",
                "models --yaml cnn --channels 0 | channels must be at least 1, got 0 (--channels)",
                "prepare                   | Missing required parameters: 'SRC', 'DEST'",
                "prepare nowhere set       | the source nowhere does not exist; give a folder",
                "prepare pom.xml set       | the source pom.xml is not a folder; give a folder",
                "prepare src src/set       | the destination src/set is inside the source src; choose a folder",
                "prepare src src           | the destination src is inside the source src; choose a folder",
                "prepare src target        | target exists; choose another, or overwrite it",
                "prepare src set           | src holds no images (",
                "prepare src set --sprit 1 | there is no flag --sprit; did you mean --split? (see `stoker prepare",
                "prepare a b --split 1,1   | split must be shares that add up to 1, such as 0.9,0.1 or 0.8,0.1,0.1,"
                        + " got",
                "prepare a b --split x     | split must be shares that add up to 1, such as 0.9,0.1 or 0.8,0.1,0.1,"
                        + " got",
                "prepare a b --resize 0    | resize must be a positive number of pixels, got 0",
                "prepare a b --quality 101 | quality must be between 1 and 100, got 101",
                "prepare a b --workers 0   | workers must be at least 1, or auto, got 0",
                "prepare a b --shard-size x | shard-size must be a size such as 100MB, 512MiB or 2GB, got 'x'",
                "prepare a b --max-corrupt -1 | max-corrupt must be at least 0, got -1",
                "train one two             | train takes no 'two' here",
                "train cifar100 --offline  | cifar100 is not downloaded yet: run `stoker datasets get cifar100`",
                "datasets gte mnist        | there is no command 'gte'; did you mean get? (commands: get)",
                "datasets get              | Missing required parameter: 'NAME'",
                "datasets get cifar-10     | the catalog has no dataset 'cifar-10'; did you mean cifar10?",
                "datasets get mnist --form | there is no flag --form; did you mean --from?",
                "datasets get mnist --from nowhere     | nowhere does not exist; give a local folder or archive to"
                        + " copy from (--from)",
                "datasets get mnist --to /             | a dataset needs a folder of its own, not /",
                "datasets get mnist --to /dev/null     | /dev/null is a file; choose a folder (--to)",
                "datasets get mnist --to /dev/null/x   | cannot write to /dev/null",
                "datasets --catalog none.yaml        | cannot read the catalog none.yaml (no such file or folder)",
            })
    void badInputGetsOneSentenceAndExitCodeTwo(String line, String sentence) {
        var result = run(line.split(" +"));
        assertThat(result.err).startsWith("stoker: ").contains(sentence).hasLineCount(1);
        assertThat(result.code).isEqualTo(2);
    }

    @Test
    void aMissingCommandSaysWhatToType() {
        assertThat(run()).isEqualTo(new Result(2, "stoker: a command is missing: try `stoker train`\n"));
    }

    @Test
    void askingForCudaWithoutAGpuSaysWhy() {
        org.junit.jupiter.api.Assumptions.assumeFalse(
                Files.exists(Path.of("/dev/nvidia0")), "this machine has an NVIDIA GPU");
        var result = run("train", "--device", "cuda");
        assertThat(result.code).isEqualTo(2);
        assertThat(result.err)
                .contains("device cuda:0 cannot be used: ")
                .contains("or use device cpu (--device)")
                .hasLineCount(1);
    }

    @Test
    void debugShowsTheStackTrace(@TempDir Path folder) throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), "epochs: x");
        assertThat(run("train", "--debug", "--plan", plan.toString()).err)
                .contains("epochs must be an integer, got 'x'")
                .contains("at dev.stoker.job.");
    }

    @Test
    void everyKeyOfThePlanIsAFlag() {
        var options = TrainCommand.commandLine().getCommandSpec().optionsMap();
        assertThat(PlanKey.all()).allSatisfy(key -> assertThat(options).containsKey("--" + key.name()));
    }

    @Test
    void aDamagedShardGivesItsAdviceOnceAndOnlyFlagsOfTheCommand(@TempDir Path folder) throws IOException {
        SmallImageTree.write(folder.resolve("images"), "ant", "bee");
        Path set = folder.resolve("set");
        assertThat(run("prepare", folder.resolve("images").toString(), set.toString(), "--quiet")
                        .code())
                .isZero();
        Path shard = set.resolve("train-00000-of-00001.tfrecord");
        byte[] bytes = Files.readAllBytes(shard);
        bytes[100] ^= 1;
        Files.write(shard, bytes);
        String damage = shard + ": record 0 at byte 0 fails its checksum";
        var trained = run(
                "train",
                set.toString(),
                "--size",
                "28",
                "--batch",
                "4",
                "--model",
                "cnn",
                "--epochs",
                "1",
                "--quiet",
                "--runs",
                folder.resolve("runs").toString());
        assertThat(trained.err())
                .startsWith("stoker: " + damage)
                .endsWith("; prepare the shards again, or skip corrupt records (--skip-corrupt)\n")
                .containsOnlyOnce("skip corrupt");
        assertThat(run("bench", "input", set.toString(), "--seconds", "0.1", "--rounds", "1", "--quiet")
                        .err())
                .startsWith("stoker: " + damage)
                .doesNotContain("--skip-corrupt");
    }

    @Test
    void theDefaultShownForTheMemoryOfAnInputBenchmarkIsAccepted(@TempDir Path folder) {
        SmallImageTree.write(folder.resolve("images"), "ant", "bee");
        assertThat(run(
                        "bench",
                        "input",
                        folder.resolve("images/train").toString(),
                        "--input-memory",
                        "unlimited",
                        "--batch",
                        "4",
                        "--seconds",
                        "0.1",
                        "--rounds",
                        "1",
                        "--quiet"))
                .isEqualTo(new Result(0, ""));
    }
}
