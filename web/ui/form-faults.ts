import { batch, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { readRefused } from '../i18n/error-text'

interface FaultsOptions {
  /** Of the fields, in their order. */
  names: readonly string[]
  formId: string
  /** The faults of the present values, by path. */
  check: () => Record<string, string>
}

export type FormFaults = ReturnType<typeof createFormFaults>

/** What is wrong with a form: at its fields, told once they have been left, and apart from them. */
export function createFormFaults({ names, formId, check }: FaultsOptions) {
  const faults = signal<Record<string, string>>({})
  const left = signal<ReadonlySet<string>>(new Set())
  const failure = signal<unknown>(null)

  /** Checks some places and leaves what is said of the others. */
  function recheck(concerns: (path: string) => boolean) {
    const kept = Object.entries(faults.peek()).filter(([path]) => !concerns(path))
    const fresh = Object.entries(check()).filter(([path]) => concerns(path))
    faults.value = Object.fromEntries([...kept, ...fresh])
  }

  return {
    failure,
    of: (name: string) => faultOf(faults.value, name),
    at: (path: string) => faults.value[path] ?? null,
    isLeft: (name: string) => left.value.has(name),
    /** A fault that is shown goes as soon as it is mended; a new one waits until the field is left. */
    mended(name: string) {
      const shown = Object.keys(faults.peek()).filter((path) => rootOf(path) === name)
      if (shown.length > 0) recheck((path) => shown.includes(path))
    },
    leave(name: string) {
      batch(() => {
        left.value = new Set([...left.peek(), name])
        recheck((path) => rootOf(path) === name)
      })
    },
    /** One place within a field was left. */
    leaveAt: (place: string) => recheck((path) => path === place),
    showAll() {
      batch(() => {
        left.value = new Set(names)
        faults.value = check()
        failure.value = null
      })
    },
    /** What the server says of a field is shown there, anything else apart. */
    refuse(cause: unknown) {
      const told = Object.entries(readRefused(cause)?.fields ?? {}).filter(([path]) => names.includes(rootOf(path)))
      batch(() => {
        faults.value = Object.fromEntries(told)
        failure.value = told.length > 0 ? null : cause
      })
    },
    clear() {
      batch(() => {
        faults.value = {}
        failure.value = null
        left.value = new Set()
      })
    },
    /** The first field with a fault takes the focus. */
    focusFirst() {
      const first = names.find((name) => faultOf(faults.peek(), name))
      if (first !== undefined) focusField(`${formId}-${first}`)
    },
  }
}

const defaultKeys: Record<string, string> = {
  min_length: 'tooShort',
  max_length: 'tooLong',
  non_empty: 'required',
  min_value: 'tooSmall',
  max_value: 'tooLarge',
  email: 'invalidEmail',
  url: 'invalidUrl',
}

function focusField(id: string) {
  const element = document.getElementById(id) ?? document.querySelector<HTMLElement>('[aria-invalid="true"]')
  element?.focus()
  element?.scrollIntoView({ block: 'nearest' })
}

/** The faults that a schema found, by path. */
export function readIssues(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? ''
    found[path] ??= issueKey(issue)
  }
  return found
}

/** The schema's own message when it is a key; the library's English sentences are replaced by a key of ours. */
function issueKey(issue: v.BaseIssue<unknown>) {
  const empty = issue.input === '' || issue.input === null || issue.input === undefined
  if (empty && (issue.kind === 'schema' || issue.type === 'min_length')) return 'required'
  return /^\w+$/.test(issue.message) ? issue.message : (defaultKeys[issue.type] ?? 'invalid')
}

function faultOf(faults: Record<string, string>, name: string): string | null {
  return faults[name] ?? Object.entries(faults).find(([path]) => rootOf(path) === name)?.[1] ?? null
}

function rootOf(path: string) {
  return path.split('.')[0] ?? path
}
