package dev.stoker.job.deploy;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What is exported.
 *
 * @param file the ONNX file
 * @param bytes whether it takes pixels as bytes (n×height×width×channels) and normalizes them itself
 * @param data of which images are compared; that of the run where it is absent
 */
public record ExportSettings(Path file, boolean bytes, Optional<String> data) {}
