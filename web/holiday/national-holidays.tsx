import { useState } from 'react'
import { NationalHolidaysBody } from '../../src/queue/holiday/holiday.contract'
import { useApp } from '../app/app-context'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { calendarDay } from '../i18n/format'
import { Button } from '../ui/button/button'
import { SaveButton } from '../ui/button/save-button'
import { useUi } from '../ui/context/ui-context'
import { Dialog } from '../ui/dialog/dialog'
import { SwitchField } from '../ui/field/switch-field'
import { CalendarPlus } from '../ui/icons'
import { useForm } from '../ui/form/form'
import { Form } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'

/** Proposes Brazil's national holidays of a year. Days that are listed stay as they are. */
export function NationalHolidays({ reload }: { reload: () => unknown }) {
  const t = useTexts('holiday').holiday.national
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={CalendarPlus} onClick={() => setOpen(true)}>
        {t.action}
      </Button>
      {isOpen && <NationalHolidaysDialog reload={reload} close={() => setOpen(false)} />}
    </>
  )
}

function NationalHolidaysDialog({ reload, close }: { reload: () => unknown; close: () => void }) {
  const { api } = useApp()
  const t = useTexts('holiday').holiday.national
  const { toast } = useUi()
  const year = Number(calendarDay(useNow(), useFormat().timeZone).slice(0, 4))
  const form = useForm({
    schema: NationalHolidaysBody,
    initial: { year, optional: false },
    async save(body) {
      const { added } = await api.post('/holidays/national', { body })
      toast.success(t.added(added))
      void reload()
    },
  })

  return (
    <Dialog open size="s" title={t.title} onClose={close}>
      <Form form={form} className="form" onSaved={close}>
        <p>{t.text}</p>
        <NumberField form={form} name="year" label={t.year} required min={2000} max={2199} example={year} />
        <SwitchField form={form} name="optional" label={t.optional} help={t.optionalHelp} />
        <div>
          <SaveButton form={form}>{t.save}</SaveButton>
        </div>
      </Form>
    </Dialog>
  )
}
