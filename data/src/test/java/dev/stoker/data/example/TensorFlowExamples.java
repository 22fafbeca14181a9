package dev.stoker.data.example;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tensorflow.proto.BytesList;
import org.tensorflow.proto.Example;
import org.tensorflow.proto.Features;
import org.tensorflow.proto.FloatList;
import org.tensorflow.proto.Int64List;

/** Examples by TensorFlow's own classes. */
final class TensorFlowExamples {
    private TensorFlowExamples() {}

    static byte[] encode(Map<String, FeatureValues> values) {
        var features = Features.newBuilder();
        values.forEach((name, each) -> features.putFeature(name, feature(each)));
        return Example.newBuilder().setFeatures(features).build().toByteArray();
    }

    /**
     * Reads through a buffer of eight bytes: the fast path for larger ones does not check the tenth byte of a number.
     */
    static Map<String, FeatureValues> decode(byte[] payload) throws IOException {
        var input = CodedInputStream.newInstance(new ByteArrayInputStream(payload), Long.BYTES);
        Map<String, FeatureValues> values = new LinkedHashMap<>();
        Example.parseFrom(input).getFeatures().getFeatureMap().forEach((name, feature) -> {
            switch (feature.getKindCase()) {
                case INT64_LIST -> values.put(name, int64(feature.getInt64List()));
                case FLOAT_LIST -> values.put(name, floats(feature.getFloatList()));
                case BYTES_LIST -> values.put(name, bytes(feature.getBytesList()));
                case KIND_NOT_SET -> {}
            }
        });
        return values;
    }

    static org.tensorflow.proto.Feature feature(FeatureValues values) {
        var feature = org.tensorflow.proto.Feature.newBuilder();
        switch (values) {
            case FeatureValues.Int64s(long[] numbers) -> {
                var list = Int64List.newBuilder();
                for (long number : numbers) {
                    list.addValue(number);
                }
                feature.setInt64List(list);
            }
            case FeatureValues.Floats(float[] numbers) -> {
                var list = FloatList.newBuilder();
                for (float number : numbers) {
                    list.addValue(number);
                }
                feature.setFloatList(list);
            }
            case FeatureValues.ByteStrings(byte[][] strings) -> {
                var list = BytesList.newBuilder();
                for (byte[] string : strings) {
                    list.addValue(ByteString.copyFrom(string));
                }
                feature.setBytesList(list);
            }
        }
        return feature.build();
    }

    private static FeatureValues int64(Int64List list) {
        return FeatureValues.int64(
                list.getValueList().stream().mapToLong(Long::longValue).toArray());
    }

    private static FeatureValues floats(FloatList list) {
        var numbers = new float[list.getValueCount()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = list.getValue(i);
        }
        return FeatureValues.floats(numbers);
    }

    private static FeatureValues bytes(BytesList list) {
        return FeatureValues.bytes(
                list.getValueList().stream().map(ByteString::toByteArray).toArray(byte[][]::new));
    }
}
