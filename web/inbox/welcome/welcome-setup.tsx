import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { SetupChecklist as Checklist } from '../../../src/setup-checklist/setup-checklist.calls'
import { useApp, useUser } from '../../app/app-context'
import { isAdmin } from '../../app/screen-access'
import { WithTexts } from '../../app/with-texts'
import { lazyPart } from '../../ui/layout/lazy-part'

const SetupChecklist = lazyPart(() =>
  import('../../setup-checklist/setup-checklist').then((code) => code.SetupChecklist),
)

/** The setup checklist of a new company. Loaded after the first render, because few companies have one. */
export function WelcomeSetup() {
  useSignals()
  const { api } = useApp()
  const admin = isAdmin(useUser())
  const [checklist, setChecklist] = useState<Checklist>()
  useEffect(() => {
    if (admin) api.get('/setup-checklist').then(setChecklist, () => {})
  }, [api, admin])
  if (!checklist?.steps.length) return null
  return (
    <WithTexts areas={['setupChecklist']}>
      <SetupChecklist first={checklist} />
    </WithTexts>
  )
}
