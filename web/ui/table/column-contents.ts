import { isValidElement, type ReactNode } from 'react'
import type { Column } from './column'
import { NoValue } from './no-value'

export type ColumnContents = 'empty' | 'same' | 'different'

export function contentsOf<Row>({ cell }: Column<Row>, rows: readonly Row[]): ColumnContents {
  const [first, ...others] = rows
  if (first === undefined) return 'different'
  const shown = contentOf(cell(first))
  if (others.some((row) => contentOf(cell(row)) !== shown)) return 'different'
  if (shown === '') return 'empty'
  return others.length > 0 ? 'same' : 'different'
}

/** Returns a text that differs if two cells look different. What cannot be compared is different. */
function contentOf(node: ReactNode): string | symbol {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (Array.isArray(node)) return joined(node.map(contentOf))
  if (!isValidElement<Record<string, unknown>>(node)) return String(node)
  const { type, props } = node
  if (type === NoValue) return ''
  const { children, className, ...others } = props
  const parts = [contentOf(children as ReactNode), ...Object.entries(others).map(propContent)]
  return joined(parts)
}

function propContent([name, value]: [string, unknown]): string | symbol {
  if (value === '' || value === null || value === undefined || typeof value === 'function') return ''
  if (Array.isArray(value) && value.length === 0) return ''
  return typeof value === 'object' ? Symbol(name) : `${name}=${String(value)}`
}

const joined = (parts: readonly (string | symbol)[]) =>
  parts.every((part) => typeof part === 'string') ? parts.filter((part) => part !== '').join(' ') : Symbol()
