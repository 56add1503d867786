import { pauseReasons, PauseBody } from '../../src/user/presence/presence.contract'
import { useApp, useUser } from '../app/app-context'
import type { FramePanelProps } from '../app/frame-panel'
import { useTexts } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'
import { Note } from '../ui/feedback/feedback'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField, TextField } from '../ui/form/form-field'
import { Pause } from '../ui/icons'
import { Select } from '../ui/select/select'
import * as v from 'valibot'

export const texts = ['presence'] as const

const PauseForm = v.object({ reason: PauseBody.entries.reason, note: PauseBody.entries.note.wrapped })

export function panel({ close }: FramePanelProps) {
  const { presence: t } = useTexts('presence')
  const { api, session } = useApp()
  const { id } = useUser()
  const { toast } = useUi()
  const form = useForm({
    schema: PauseForm,
    initial: { reason: 'break' as const, note: '' },
    async save(pause) {
      const { answer, isNewest } = await session.ask(() =>
        api.put('/users/:id/presence', { params: { id }, body: { pause } }),
      )
      if (isNewest('record')) session.change({ pause: answer.pause })
      toast.success(t.started)
    },
  })
  return (
    <FormDialog size="s" title={t.title} form={form} close={close} saveLabel={t.start}>
      <Note icon={Pause}>{t.text}</Note>
      <FormField form={form} name="reason" label={t.reason} required>
        {(field) => (
          <Select {...field} options={pauseReasons.map((reason) => ({ value: reason, label: t.reasons[reason] }))} />
        )}
      </FormField>
      <TextField form={form} name="note" label={t.note} help={t.noteHelp} />
    </FormDialog>
  )
}
