package dev.stoker.lab.doctor;

/**
 * What limits a plan.
 *
 * @param ceiling images per second if that limit were removed
 * @param sentence the reason, with the figures that it follows from
 */
public record Verdict(Bottleneck bottleneck, double ceiling, String sentence) {}
