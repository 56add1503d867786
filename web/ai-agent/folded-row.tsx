import { useSignals } from '@preact/signals-react/runtime'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../i18n/i18n'
import type { FormFieldModel, FormModel } from '../ui/form/form'
import { ChevronDown, ChevronRight } from '../ui/icons'

interface FoldedRowProps<Values> {
  row: FormModel<Values>
  title: (values: Values) => string
  detail?: (values: Values) => ReactNode
  children: ReactNode
}

/** A row of a long list: one line until it is opened. New rows and rows with an error are open. */
export function FoldedRow<Values>({ row, title, detail, children }: FoldedRowProps<Values>) {
  useSignals()
  const t = useTexts('agent').agent.items
  const values = row.values.value
  const [isOpen, setOpen] = useState(title(values) === '')
  const fields = Object.values(row.fields) as FormFieldModel<unknown>[]
  const hasError = fields.some(({ error }) => error.value !== null)
  const isShown = isOpen || hasError
  const Icon = isShown ? ChevronDown : ChevronRight
  return (
    <>
      <button
        type="button"
        className="agent-row row"
        aria-expanded={isShown}
        onClick={() => setOpen(!isShown)}
        disabled={hasError}
      >
        <Icon size={16} aria-hidden />
        <span className="agent-row-title truncate">{title(values) || t.untitled}</span>
        {detail && <span className="agent-row-detail subtle">{detail(values)}</span>}
      </button>
      {isShown && <div className="stack gap-3">{children}</div>}
    </>
  )
}
