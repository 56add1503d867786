import type { LucideIcon } from '../icons'

export interface Option<Value> {
  value: Value
  label: string
  description?: string
  color?: string | undefined
  icon?: LucideIcon
  disabled?: boolean
}

interface NamedRecord {
  id: number
  name: string
  color?: string
}

export function optionOf({ id, name, color }: NamedRecord): Option<number> {
  return { value: id, label: name, color }
}

export function optionOrNone(record: NamedRecord | null | undefined): Option<number> | null {
  return record ? optionOf(record) : null
}

export function optionsOf(records: readonly NamedRecord[] | undefined): Option<number>[] {
  return (records ?? []).map(optionOf)
}
