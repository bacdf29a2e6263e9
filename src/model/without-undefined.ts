// Leaves out the fields whose value is undefined: an optional field of ours is absent, never undefined.
export function withoutUndefined<Fields extends object>(fields: Fields): Given<Fields> {
  const given: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) given[name] = fields[name];
  return given as Given<Fields>;
}

type Given<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};
