import { Archive, Ellipsis, Filter, LogOut, Pencil, Trash2, UserRound } from '../../../web/ui/icons'
import { useState } from 'react'
import { Button, IconButton } from '../../../web/ui/button/button'
import { Dialog } from '../../../web/ui/dialog/dialog'
import { Menu, type MenuItem } from '../../../web/ui/popup/menu'
import { Popover } from '../../../web/ui/popup/popover'
import { Select } from '../../../web/ui/select/select'
import { useUi } from '../../../web/ui/context/ui-context'
import { ContactForm } from './form-section'
import { Section } from './gallery-section'
import { queues } from './gallery-data'

export function OverlaysSection() {
  return (
    <Section title="Sobreposições">
      <div className="gallery-row">
        <Dialogs />
        <Popups />
        <Notes />
      </div>
    </Section>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'form' | 'drawer' | null>(null)
  const { confirm, toast } = useUi()
  const close = () => setOpen(null)

  async function remove() {
    const yes = await confirm({
      title: 'Excluir a fila “Vendas”?',
      text: 'Os 12 atendimentos desta fila ficam sem fila. Essa ação não pode ser desfeita.',
      action: 'Excluir fila',
      danger: true,
    })
    toast.info(yes ? 'Fila excluída' : 'Nada mudou')
  }

  return (
    <>
      <Button onClick={() => setOpen('form')}>Abrir diálogo</Button>
      <Button onClick={() => setOpen('drawer')}>Abrir gaveta</Button>
      <Button onClick={() => void remove()}>Perguntar</Button>
      <Dialog
        open={open === 'form'}
        onClose={close}
        title="Novo contato"
        description="O número é verificado ao salvar."
      >
        <ContactForm onDone={close} />
      </Dialog>
      <Dialog
        open={open === 'drawer'}
        onClose={close}
        title="Detalhes do contato"
        size="s"
        placement="drawer"
        footer={<Button onClick={close}>Fechar</Button>}
      >
        <p>Dona Maria Aparecida</p>
      </Dialog>
    </>
  )
}

function Popups() {
  const [sorted, setSorted] = useState(true)
  const [queue, setQueue] = useState<number | null>(null)
  const items: MenuItem[] = [
    { label: 'Editar', icon: Pencil, keys: ['E'], onSelect() {} },
    { label: 'Arquivar', icon: Archive, disabled: true },
    { label: 'Mais antigos primeiro', checked: sorted, onSelect: () => setSorted(!sorted) },
    'separator',
    { heading: 'Conta' },
    { label: 'Perfil', icon: UserRound, href: '/profile' },
    { label: 'Excluir', icon: Trash2, danger: true, onSelect() {} },
    { label: 'Sair', icon: LogOut, onSelect() {} },
  ]
  return (
    <>
      <Menu items={items} trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label="Mais ações" />} />
      <Popover
        title="Filtros"
        trigger={(trigger) => (
          <Button {...trigger} icon={Filter}>
            Filtros
          </Button>
        )}
      >
        <Select label="Fila" value={queue} onValueChange={setQueue} options={queues} />
      </Popover>
    </>
  )
}

function Notes() {
  const { toast } = useUi()
  return (
    <>
      <Button onClick={() => toast.success('Contato salvo com sucesso')}>Sucesso</Button>
      <Button
        onClick={() => toast.error('Esta sessão do WhatsApp não foi inicializada. Verifique a página de conexões.')}
      >
        Erro
      </Button>
      <Button onClick={() => toast.warning('Sua assinatura vence em 3 dia(s)')}>Aviso</Button>
      <Button
        onClick={() =>
          toast.info('Etiqueta excluída', { action: { label: 'Desfazer', onAction: () => toast.success('De volta') } })
        }
      >
        Com desfazer
      </Button>
    </>
  )
}
