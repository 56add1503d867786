import { useTexts } from '../i18n/i18n'
import { useApp } from '../app/app-context'
import { Button } from '../ui/button/button'
import { Check, Copy, Download } from '../ui/icons'
import { useCopy } from '../ui/text/copy-text'

interface RecoveryCodeListProps {
  codes: readonly string[]
  /** After they were copied or downloaded. */
  onKept?: () => void
}

export function RecoveryCodeList({ codes, onKept }: RecoveryCodeListProps) {
  const t = useTexts('security').security.recovery
  const { branding } = useApp()
  const { copied, copy } = useCopy(onKept)
  const text = codes.join('\n')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${branding.name}: ${t.title}\n\n${text}\n`)}`
  return (
    <div className="stack gap-4">
      <ol className="recovery-codes" aria-label={t.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row wraps gap-2">
        <Button icon={copied ? Check : Copy} onClick={() => copy(text)}>
          {copied ? t.copied : t.copy}
        </Button>
        <a className="button" data-variant="secondary" data-size="m" href={file} download={t.fileName} onClick={onKept}>
          <Download size={16} aria-hidden />
          <span className="button-label">{t.download}</span>
        </a>
      </div>
    </div>
  )
}
