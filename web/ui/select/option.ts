import type { LucideIcon } from '../icons'

export interface Option<Value> {
  value: Value
  label: string
  /** Second line. */
  description?: string
  /** A dot before the label: queues, tags. */
  color?: string
  icon?: LucideIcon
  disabled?: boolean
}
