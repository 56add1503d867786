import { Mail } from '../../../web/ui/icons'
import { useState } from 'react'
import { Checkbox } from '../../../web/ui/field/checkbox'
import { ColorInput } from '../../../web/ui/field/color-input'
import { Combobox, MultiCombobox } from '../../../web/ui/select/combobox'
import { Field } from '../../../web/ui/field/field'
import { NumberInput } from '../../../web/ui/field/number-input'
import { PasswordInput } from '../../../web/ui/field/password-input'
import { SearchInput } from '../../../web/ui/field/search-input'
import { Select } from '../../../web/ui/select/select'
import { Slider } from '../../../web/ui/field/slider'
import { Switch } from '../../../web/ui/field/switch'
import { Tabs } from '../../../web/ui/layout/tabs'
import { TextArea } from '../../../web/ui/field/text-area'
import { TextInput } from '../../../web/ui/field/text-input'
import { TimeInput } from '../../../web/ui/field/time-input'
import { Section } from './gallery-section'
import { queues, searchContacts, tags } from './gallery-data'

export function InputsSection() {
  return (
    <Section title="Entradas">
      <div className="gallery-grid">
        <TextFields />
        <ChoiceFields />
      </div>
      <Toggles />
    </Section>
  )
}

function TextFields() {
  const [text, setText] = useState('')
  const [long, setLong] = useState('Olá {{firstName}}, tudo bem?\nSeu pedido já saiu para entrega.')
  const [password, setPassword] = useState('segredo')
  const [number, setNumber] = useState<number | null>(15)
  const [time, setTime] = useState('08:00')
  const [colour, setColour] = useState('#30A46C')
  return (
    <>
      <Field label="Nome" help="Como o cliente verá" required>
        <TextInput value={text} onValueChange={setText} placeholder="Atendimento" />
      </Field>
      <Field label="E-mail" error="E-mail inválido">
        <TextInput type="email" icon={Mail} value="maria@" onValueChange={() => {}} />
      </Field>
      <Field label="Senha" optional>
        <PasswordInput value={password} onValueChange={setPassword} autoComplete="new-password" />
      </Field>
      <Field label="Desabilitado">
        <TextInput value="Não pode mudar" onValueChange={() => {}} disabled />
      </Field>
      <Field label="Saudação">
        <TextArea value={long} onValueChange={setLong} rows={2} />
      </Field>
      <Field label="Tempo sem resposta">
        <NumberInput value={number} onValueChange={setNumber} min={0} max={240} unit="min" />
      </Field>
      <Field label="Início do expediente">
        <TimeInput value={time} onValueChange={setTime} />
      </Field>
      <Field label="Cor da fila">
        <ColorInput value={colour} onValueChange={setColour} />
      </Field>
    </>
  )
}

function ChoiceFields() {
  const [queue, setQueue] = useState<number | null>(2)
  const [none, setNone] = useState<number | null>(null)
  const [contact, setContact] = useState<number | null>(null)
  const [tag, setTag] = useState<number | null>(1)
  const [chosen, setChosen] = useState<number[]>([1, 4])
  return (
    <>
      <Field label="Fila">
        <Select value={queue} onValueChange={setQueue} options={queues} />
      </Field>
      <Field label="Fila de transbordo" error="Selecione uma fila">
        <Select value={none} onValueChange={setNone} options={queues} />
      </Field>
      <Field label="Contato">
        <Combobox
          value={contact}
          onValueChange={setContact}
          search={searchContacts}
          lengthMin={3}
          placeholder="Digite um nome"
        />
      </Field>
      <Field label="Etiqueta">
        <Combobox value={tag} onValueChange={setTag} options={tags} onCreate={() => {}} createLengthMin={3} />
      </Field>
      <Field label="Etiquetas">
        <MultiCombobox value={chosen} onValueChange={setChosen} options={tags} />
      </Field>
    </>
  )
}

function Toggles() {
  const [on, setOn] = useState(true)
  const [off, setOff] = useState(false)
  const [volume, setVolume] = useState(0.4)
  const [tab, setTab] = useState<'open' | 'pending' | 'group'>('open')
  const [search, setSearch] = useState('')
  return (
    <>
      <div className="gallery-grid">
        <Checkbox checked={on} onCheckedChange={setOn} label="Pesquisar também nas mensagens" />
        <Checkbox checked={off} onCheckedChange={setOff} indeterminate label="Todas as filas" />
        <Checkbox checked disabled onCheckedChange={() => {}} label="Desabilitado" />
        <Switch
          checked={on}
          onCheckedChange={setOn}
          label="Assinar mensagens"
          help="O nome do atendente vai na primeira linha"
        />
        <Switch checked={off} onCheckedChange={setOff} label="Enviar mensagem ao transferir" />
        <Slider
          label="Volume"
          min={0}
          max={1}
          step={0.1}
          value={volume}
          onValueChange={setVolume}
          valueText={`${volume * 100}%`}
        />
        <SearchInput value={search} onSearch={setSearch} />
      </div>
      <Tabs
        label="Atendimentos"
        value={tab}
        onValueChange={setTab}
        items={[
          { value: 'open', label: 'Atendendo', count: 12 },
          { value: 'pending', label: 'Aguardando', count: 128 },
          { value: 'group', label: 'Grupos', count: 0 },
        ]}
      >
        <p>{search || tab}</p>
      </Tabs>
      <div className="gallery-row">
        <Tabs
          label="Ordem"
          variant="pill"
          value={tab}
          onValueChange={setTab}
          items={[
            { value: 'open', label: 'Abertos' },
            { value: 'pending', label: 'Resolvidos' },
            { value: 'group', label: 'Todos', disabled: true },
          ]}
        />
      </div>
    </>
  )
}
