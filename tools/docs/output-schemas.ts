import { fileURLToPath } from 'node:url';
import { Project, ts } from 'ts-morph';

const FILE = fileURLToPath(new URL('output-files.ts', import.meta.url));
const { TypeFlags } = ts;

type Schema = Readonly<Record<string, unknown>>;

/** JSON Schemas (draft 7) of the files that scripts read, as texts by name, made from the types of what is written. */
export function outputSchemas(): Readonly<Record<string, string>> {
  const project = new Project({
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: ['node'],
    },
  });
  project.addSourceFileAtPath(FILE);
  const program = project.getProgram().compilerObject;
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(FILE);
  const files = source?.statements.find(
    (each) => ts.isInterfaceDeclaration(each) && each.name.text === 'OutputFiles',
  );
  if (files === undefined) throw new Error(`${FILE} declares no interface`);
  const schemas = checker.getPropertiesOfType(checker.getTypeAtLocation(files)).map((file) => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    const schema = { $schema, title: file.name, ...schemaOf(checker.getTypeOfSymbol(file), checker) };
    return [file.name, `${JSON.stringify(schema, null, 2)}\n`];
  });
  return Object.fromEntries(schemas) as Readonly<Record<string, string>>;
}

function schemaOf(type: ts.Type, checker: ts.TypeChecker): Schema {
  if (type.isUnion()) return unionOf(type, checker);
  if (type.isIntersection()) {
    // A marked string or number is that.
    const plain = type.types.find(({ flags }) => flags & (TypeFlags.StringLike | TypeFlags.NumberLike));
    if (plain !== undefined) return schemaOf(plain, checker);
  }
  if (type.isLiteral()) return { const: type.value };
  // Integers of any size are decimal texts.
  if (type.flags & TypeFlags.BigIntLike) return { type: 'string', pattern: '^-?[0-9]+$' };
  if (type.flags & TypeFlags.StringLike) return { type: 'string' };
  if (type.flags & TypeFlags.NumberLike) return { type: 'number' };
  if (type.flags & TypeFlags.Null) return { type: 'null' };
  if (type.flags & TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
  const items = checker.getTypeArguments(type as ts.TypeReference).map((each) => schemaOf(each, checker));
  if (checker.isTupleType(type))
    return { type: 'array', items, minItems: items.length, maxItems: items.length };
  if (checker.isArrayType(type)) return { type: 'array', items: items[0] };
  return type.flags & TypeFlags.Object || type.isIntersection() ? objectOf(type, checker) : {};
}

function unionOf({ types }: ts.UnionType, checker: ts.TypeChecker): Schema {
  const schemas = types
    .filter(({ flags }) => !(flags & TypeFlags.Undefined))
    .map((each) => schemaOf(each, checker));
  const values = schemas.flatMap((each) => ('const' in each ? [each['const']] : []));
  const others = schemas.filter((each) => !('const' in each));
  const listed = values.length === 0 ? [] : [values.length === 1 ? { const: values[0] } : { enum: values }];
  const all = [...others, ...listed];
  return all.length === 1 ? (all[0] as Schema) : { anyOf: all };
}

function objectOf(type: ts.Type, checker: ts.TypeChecker): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const property of checker.getPropertiesOfType(type)) {
    const own = checker.getTypeOfSymbol(property);
    const description = ts.displayPartsToString(property.getDocumentationComment(checker));
    properties[property.name] = { ...(description && { description }), ...schemaOf(own, checker) };
    const isLeftOut = own.isUnion() && own.types.some(({ flags }) => flags & TypeFlags.Undefined);
    if (!(property.flags & ts.SymbolFlags.Optional || isLeftOut)) required.push(property.name);
  }
  const others = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  return {
    type: 'object',
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(others && { additionalProperties: schemaOf(others, checker) }),
  };
}
