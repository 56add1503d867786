import type { $Type, NotNull } from 'drizzle-orm/column-builder'
import { integer, text } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { flag } from '../database/columns'

const kinds = {
  string: (name: string) => text(name),
  number: (name: string) => integer(name),
  boolean: (name: string) => flag(name),
}
type Kind = keyof typeof kinds
type Kinds = { [Name in Kind]: ReturnType<(typeof kinds)[Name]> }

type ColumnOf<Value> = Value extends boolean
  ? Kinds['boolean']
  : Value extends number
    ? $Type<Kinds['number'], Value>
    : $Type<Kinds['string'], Value>
/** Boolean is a union, which must not be distributed. */
type Column<Value> = [Value] extends [boolean] ? Kinds['boolean'] : ColumnOf<Value>
type Columns<Fields> = {
  [Name in keyof Fields]: null extends Fields[Name] ? Column<NonNullable<Fields[Name]>> : NotNull<Column<Fields[Name]>>
}

/** Texts, numbers and switches, named in snake case; null where the body allows it. */
export function columnsOf<Entries extends v.ObjectEntries>(body: v.ObjectSchema<Entries, undefined>) {
  const columns = Object.entries(body.entries).map(([field, schema]) => {
    const column = kinds[kindOf(field, schema)](field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    const given = v.safeParse(schema, null)
    return [field, given.success && given.output === null ? column : column.notNull()]
  })
  return Object.fromEntries(columns) as Columns<v.InferOutput<typeof body>>
}

function kindOf(field: string, schema: v.GenericSchema): Kind {
  const kind = findKind(schema as Described)
  if (!kind) throw new Error(`The column of ${field} has to be declared`)
  return kind
}

interface Described {
  type: string
  wrapped?: Described
  options?: readonly unknown[]
}

function findKind({ type, wrapped, options = [] }: Described): Kind | undefined {
  if (type in kinds) return type as Kind
  if (type === 'picklist') return typeof options[0] as Kind
  if (type === 'union') return (options as Described[]).map(findKind).find((kind) => kind !== undefined)
  return wrapped && findKind(wrapped)
}
