import { Bell, Check, Inbox, Pin, Plus, Send, Tag, Trash2 } from '../../../web/ui/icons'
import { useState } from 'react'
import { Avatar } from '../../../web/ui/display/avatar'
import { Button, IconButton } from '../../../web/ui/button/button'
import { Chip, Badge, StatusPill } from '../../../web/ui/display/labels'
import { KeyboardHint } from '../../../web/ui/popup/keyboard-hint'
import { ButtonLink, Link } from '../../../web/ui/display/link'
import { Spinner } from '../../../web/ui/feedback/spinner'
import { Section } from './gallery-section'
import { contacts, tags } from './gallery-data'

export function ButtonsSection() {
  return (
    <Section title="Botões, marcas e pessoas">
      <Buttons />
      <ButtonSizes />
      <IconButtons />
      <Marks />
      <Chips />
      <People />
    </Section>
  )
}

function Buttons() {
  return (
    <div className="gallery-row">
      <Button variant="primary" icon={Plus}>
        Novo contato
      </Button>
      <Button>Cancelar</Button>
      <Button variant="ghost" icon={Tag}>
        Etiquetar
      </Button>
      <Button variant="danger" icon={Trash2}>
        Excluir
      </Button>
      <Button variant="primary" loading>
        Salvando…
      </Button>
      <Button disabled>Desabilitado</Button>
      <Button variant="primary" disabled>
        Desabilitado
      </Button>
    </div>
  )
}

function ButtonSizes() {
  return (
    <div className="gallery-row">
      <Button size="s">Pequeno</Button>
      <Button size="m">Médio</Button>
      <Button size="l" variant="primary" icon={Send}>
        Grande
      </Button>
      <ButtonLink href="/contacts">Como link</ButtonLink>
      <Link href="/contacts">Ver contatos</Link>
    </div>
  )
}

function IconButtons() {
  const [pinned, setPinned] = useState(true)
  return (
    <div className="gallery-row">
      <IconButton icon={Bell} label="Notificações" keys={['mod', 'B']} />
      <IconButton icon={Pin} label="Fixar" pressed={pinned} onClick={() => setPinned(!pinned)} />
      <IconButton icon={Check} label="Aceitar" variant="primary" />
      <IconButton icon={Inbox} label="Caixa de entrada" variant="soft" />
      <IconButton icon={Trash2} label="Excluir" variant="danger" size="s" />
      <IconButton icon={Bell} label="Desabilitado" disabled />
      <Spinner label="Carregando" />
      <KeyboardHint keys={['mod', 'K']} />
    </div>
  )
}

function Marks() {
  return (
    <div className="gallery-row">
      <Badge count={3} kind="brand" label="3 não lidas" />
      <Badge count={120} kind="danger" />
      <Badge count={12} />
      <StatusPill kind="success">Conectado</StatusPill>
      <StatusPill kind="warning">Conectando</StatusPill>
      <StatusPill kind="danger">Desconectado</StatusPill>
      <StatusPill kind="info">Programada</StatusPill>
      <StatusPill kind="neutral">Rascunho</StatusPill>
    </div>
  )
}

function Chips() {
  const [shown, setShown] = useState(tags)
  return (
    <div className="gallery-row">
      {shown.map(({ value, label, color }) => (
        <Chip
          key={value}
          label={label}
          color={color}
          onRemove={() => setShown(shown.filter((tag) => tag.value !== value))}
        />
      ))}
      <Chip label="Conexão: Matriz" onRemove={() => {}} />
      <Chip label="VIP" color="#FFB224" size="s" />
      <Chip label="+3" size="s" />
    </div>
  )
}

function People() {
  return (
    <div className="gallery-row">
      {contacts.slice(0, 8).map(({ id, name }) => (
        <Avatar key={id} name={name} />
      ))}
      <Avatar name="Quebrada" src="/missing.png" />
      <Avatar name="Carla Souza" size={28} online />
      <Avatar name="Bruno Lima" size={48} online={false} />
    </div>
  )
}
