package dev.stoker.job.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What an option is, in a few words. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Description {
    /** Starts with the term that the field has for it. */
    String value();

    /** Stands for the value in a help text. */
    String label() default "…";
}
