import { useState } from 'react'
import * as v from 'valibot'
import type { AiUsageView } from '../../src/ai/prompt/prompt.calls'
import { TokenLimitBody } from '../../src/ai/prompt/prompt.contract'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { NumberField } from '../ui/form/number-field'
import { useUi } from '../ui/context/ui-context'

export function tokensOfOwner(owners: AiUsageView['owners'], kind: 'prompt' | 'agent', id: number) {
  const used = owners.find((owner) => owner.kind === kind && owner.id === id)
  return used ? used.tokensIn + used.tokensOut : 0
}

export function TokenUse({ usage, onChange }: { usage: AiUsageView; onChange: (usage: AiUsageView) => void }) {
  const t = useTexts('prompt').prompt.usage
  const format = useFormat()
  const [editing, setEditing] = useState(false)
  const { tokens, limit } = usage
  const isReached = limit !== null && tokens >= limit
  return (
    <div className="token-use row wraps note-text" data-reached={isReached || undefined}>
      <span className="tabular">
        {limit === null ? t.today(format.number(tokens)) : t.todayOf(format.number(tokens), format.number(limit))}
      </span>
      {limit !== null && <meter aria-label={t.label} min={0} max={limit} value={tokens} />}
      {isReached && <span>{t.reached}</span>}
      <Button size="s" onClick={() => setEditing(true)}>
        {limit === null ? t.set : t.change}
      </Button>
      {editing && <LimitDialog limit={limit} onChange={onChange} close={() => setEditing(false)} />}
    </div>
  )
}

const LimitForm = v.object({ limit: TokenLimitBody.entries.limit })

interface LimitDialogProps {
  limit: number | null
  onChange: (usage: AiUsageView) => void
  close: () => void
}

function LimitDialog({ limit, onChange, close }: LimitDialogProps) {
  const t = useTexts('prompt').prompt.usage
  const { api } = useApp()
  const { toast } = useUi()
  const form = useForm({
    schema: LimitForm,
    initial: { limit },
    save: async (body) => onChange(await api.put('/ai-usage/limit', { body })),
  })
  return (
    <FormDialog
      title={t.title}
      form={form}
      close={close}
      onSaved={() => {
        toast.success(t.saved)
        close()
      }}
    >
      <NumberField
        form={form}
        name="limit"
        label={t.limit}
        help={t.help}
        step={10_000}
        unit="tokens"
        example={100000}
      />
    </FormDialog>
  )
}

/** The company's use of AI today. It is loaded again on request, because it is not published live. */
export function useAiUsage(first: AiUsageView) {
  const { api } = useApp()
  const [usage, setUsage] = useState(first)
  const reload = () => void api.get('/ai-usage').then(setUsage, () => {})
  return { usage, setUsage, reload }
}
