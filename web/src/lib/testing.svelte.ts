/** For tests: props that tell a mounted board when they change. */

export function reactive<T extends object>(values: T): T {
  const props = $state(values);
  return props;
}
