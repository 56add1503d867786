import { useSignals } from '@preact/signals-react/runtime'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Modal } from '../../ui/dialog/modal'
import { SideMenu } from './side-menu'

export function MenuSheet() {
  useSignals()
  const t = useTexts().frame
  const { appearance } = useApp()
  const close = () => appearance.showSheet(false)
  if (!appearance.sheetOpen.value) return null
  return (
    <Modal className="menu-sheet" label={t.menu} onClose={close}>
      <SideMenu idPrefix="sheet" onChoose={close} />
    </Modal>
  )
}
