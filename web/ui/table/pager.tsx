import { ChevronLeft, ChevronRight } from '../icons'
import { useFormat, useTexts } from '../../i18n/i18n'
import { IconButton } from '../button/button'
import { Select } from '../select/select'

interface PagerProps {
  page: number
  pageSize: number
  pageSizes: readonly number[]
  total: number
  onChange: (change: { page: number; pageSize: number }) => void
}

export function Pager({ page, pageSize, pageSizes, total, onChange }: PagerProps) {
  const t = useTexts().ui.pager
  const format = useFormat()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min(total, (page - 1) * pageSize + 1)
  const to = Math.min(total, page * pageSize)
  return (
    <nav className="pager" aria-label={t.label}>
      <span className="pager-size">
        <span aria-hidden>{t.pageSize}</span>
        <Select
          label={t.pageSize}
          value={pageSize}
          options={pageSizes.map((size) => ({ value: size, label: String(size) }))}
          onValueChange={(size) => onChange({ page: 1, pageSize: size })}
        />
      </span>
      <span className="pager-range tabular" role="status">
        {t.range(format.number(from), format.number(to), format.number(total))}
      </span>
      <IconButton
        icon={ChevronLeft}
        label={t.previous}
        disabled={page <= 1}
        onClick={() => onChange({ page: Math.min(page - 1, pages), pageSize })}
      />
      <IconButton
        icon={ChevronRight}
        label={t.next}
        disabled={page >= pages}
        onClick={() => onChange({ page: page + 1, pageSize })}
      />
    </nav>
  )
}
