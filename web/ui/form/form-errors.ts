import { batch, computed, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { readRefused } from '../../i18n/error-text'

interface ErrorsOptions {
  names: readonly string[]
  formId: string
  check: () => Record<string, string>
}

export function createFormErrors({ names, formId, check }: ErrorsOptions) {
  const errors = signal<Record<string, string>>({})
  const left = signal<ReadonlySet<string>>(new Set())
  const failure = signal<unknown>(null)
  const isWrong = (name: string) => errorOf(errors.peek(), name) !== null

  function recheck(concerns: (path: string) => boolean) {
    const kept = Object.entries(errors.peek()).filter(([path]) => !concerns(path))
    const fresh = Object.entries(check()).filter(([path]) => concerns(path))
    errors.value = Object.fromEntries([...kept, ...fresh])
  }

  return {
    failure,
    atFields: computed(() => Object.keys(errors.value).length > 0),
    of: (name: string) => errorOf(errors.value, name),
    at: (path: string) => errors.value[path] ?? null,
    isUnder: (path: string) => Object.keys(errors.value).some((one) => one === path || one.startsWith(`${path}.`)),
    isLeft: (name: string) => left.value.has(name),
    /** An error disappears as soon as it is corrected; a new one is shown only when the field loses the focus. */
    recheckShown(name: string) {
      const shown = Object.keys(errors.peek()).filter((path) => rootOf(path) === name)
      if (shown.length > 0) recheck((path) => shown.includes(path))
    },
    leave(name: string) {
      batch(() => {
        left.value = new Set([...left.peek(), name])
        recheck((path) => rootOf(path) === name)
      })
    },
    leaveAt: (place: string) => recheck((path) => path === place),
    showAll() {
      batch(() => {
        left.value = new Set(names)
        errors.value = check()
        failure.value = null
      })
    },
    /** Shows the server's errors at their fields, and all others at the form. */
    refuse(cause: unknown) {
      const refused = Object.entries(readRefused(cause)?.fields ?? {}).filter(([path]) => names.includes(rootOf(path)))
      batch(() => {
        errors.value = Object.fromEntries(refused)
        failure.value = refused.length > 0 ? null : cause
      })
    },
    clear() {
      batch(() => {
        errors.value = {}
        failure.value = null
        left.value = new Set()
      })
    },
    focusFirst: () => focusField(formId, names.find(isWrong)),
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

function focusField(formId: string, name: string | undefined) {
  if (name === undefined) return
  const element =
    document.getElementById(`${formId}-${name}`) ?? document.querySelector<HTMLElement>('[aria-invalid="true"]')
  element?.focus()
  element?.scrollIntoView({ block: 'nearest' })
}

export function readIssues(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? ''
    found[path] ??= issueKey(issue)
  }
  return found
}

/** The schema's own message if it is a key. What is empty is required; other words for that have a key ending in `Required`. */
function issueKey(issue: v.BaseIssue<unknown>) {
  const empty = issue.input === '' || issue.input === null || issue.input === undefined
  if (/^\w+Required$/.test(issue.message)) return issue.message
  if (empty && (issue.kind === 'schema' || issue.type === 'min_length')) return 'required'
  return /^\w+$/.test(issue.message) ? issue.message : (defaultKeys[issue.type] ?? 'invalid')
}

function errorOf(errors: Record<string, string>, name: string): string | null {
  return errors[name] ?? Object.entries(errors).find(([path]) => rootOf(path) === name)?.[1] ?? null
}

function rootOf(path: string) {
  return path.split('.')[0] ?? path
}
