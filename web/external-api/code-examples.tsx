import { useState } from 'react'
import { useTexts } from '../i18n/i18n'
import { IconButton } from '../ui/button/icon-button'
import { Check, Copy } from '../ui/icons'
import { Tabs } from '../ui/layout/tabs'
import { useCopy } from '../ui/text/use-copy'
import { exampleOf, exampleLanguages, type ExampleLanguage } from './example-code'

export function CodeExamples({ kind, origin }: { kind: 'text' | 'media'; origin: string }) {
  const t = useTexts('externalApi').externalApi
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  const { copied, copy } = useCopy()
  const code = exampleOf(language, kind, origin)
  const items = exampleLanguages.map((value) => ({ value, label: value === 'curl' ? value : value.toUpperCase() }))
  return (
    <Tabs label={t.examples} variant="pill" value={language} onValueChange={setLanguage} items={items}>
      <div className="messages-api-code">
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
        <IconButton icon={copied ? Check : Copy} label={copied ? t.copied : t.copy} onClick={() => copy(code)} />
      </div>
    </Tabs>
  )
}
