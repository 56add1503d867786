import { useTexts } from '../i18n/i18n'

/** The number of invoices is part of the title. */
export function InvoiceHeading({ count }: { count: number }) {
  const t = useTexts('finance').finance
  return (
    <>
      {t.title} <span className="finance-count">({count})</span>
    </>
  )
}
