import { getTableColumns } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'

type Wire<Value> = Value extends Date ? string : Value
type WireRow<Table extends SQLiteTable> = {
  [Name in keyof Table['$inferSelect'] as Name extends 'nameKey' ? never : Name]: Wire<Table['$inferSelect'][Name]>
}

type Differences<Table extends SQLiteTable> = Record<string, v.GenericSchema | 'hidden'> & {
  [Name in keyof WireRow<Table>]?: v.GenericSchema | 'hidden'
}
type ViewEntries<Table extends SQLiteTable, More> = {
  [Name in Exclude<keyof WireRow<Table>, keyof More>]: v.GenericSchema<WireRow<Table>[Name]>
} & { [Name in keyof More as More[Name] extends 'hidden' ? never : Name]: Extract<More[Name], v.GenericSchema> }

export function viewOf<Table extends SQLiteTable, const More extends Differences<Table> = {}>(
  table: Table,
  more: More = {} as More,
) {
  const { nameKey: _, ...columns } = getTableColumns(table) as Record<string, SQLiteColumn>
  const own = Object.entries(columns).flatMap(([name, column]) => (name in more ? [] : [[name, schemaOf(column)]]))
  const others = Object.entries(more).filter(([, schema]) => schema !== 'hidden')
  // The type names the computed entries.
  return v.object(Object.fromEntries([...own, ...others])) as never as v.ObjectSchema<
    { [Name in keyof ViewEntries<Table, More>]: ViewEntries<Table, More>[Name] },
    undefined
  >
}

function schemaOf({ name, dataType, enumValues, notNull }: SQLiteColumn): v.GenericSchema {
  const types: Record<string, v.GenericSchema> = {
    string: enumValues?.length ? v.picklist(enumValues) : v.string(),
    number: v.number(),
    boolean: v.boolean(),
    date: v.string(),
  }
  const schema = types[dataType]
  if (!schema) throw new Error(`The view of the column ${name} (${dataType}) has to be given`)
  return notNull ? schema : v.nullable(schema)
}

export type View<Entries extends v.ObjectEntries = v.ObjectEntries> = v.ObjectSchema<Entries, undefined>

export type AddedFields<Table extends SQLiteTable, Of extends View> = {
  [
    Name in keyof v.InferOutput<Of> as Name extends keyof WireRow<Table>
      ? WireRow<Table>[Name] extends v.InferOutput<Of>[Name]
        ? never
        : Name
      : Name
  ]: v.InferOutput<Of>[Name]
}

export function presentColumns(table: SQLiteTable, view: View) {
  const shown = Object.keys(getTableColumns(table)).filter((name) => name in view.entries)
  return (row: Record<string, unknown>) => {
    const fields: Record<string, unknown> = {}
    for (const name of shown) {
      const value = row[name]
      fields[name] = value instanceof Date ? value.toISOString() : value
    }
    return fields
  }
}
