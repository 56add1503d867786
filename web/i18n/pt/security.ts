export const security = {
  title: 'Segurança',
  open: 'Segurança da conta',
  codeStep: {
    title: 'Verificação em duas etapas',
    text: 'Abra o seu aplicativo autenticador e digite o código de 6 dígitos desta conta.',
    code: 'Código',
    recoveryText: 'Digite um dos códigos de recuperação que você guardou. Cada um vale uma única vez.',
    recoveryCode: 'Código de recuperação',
    useRecovery: 'Estou sem o celular',
    useApp: 'Usar o aplicativo',
    lost: 'Sem o celular e sem os códigos? Um administrador da sua empresa pode redefinir a verificação em Usuários.',
    enter: 'Entrar',
    entering: 'Entrando…',
    back: 'Voltar',
  },
  setUpPage: {
    title: 'Proteja a sua conta',
    text: 'A verificação em duas etapas é obrigatória aqui. Configure a sua para continuar.',
    logout: 'Sair',
  },
  twoStep: {
    title: 'Verificação em duas etapas',
    about: 'Além da senha, um código do seu celular. Quem descobrir a sua senha não entra.',
    required: 'A verificação em duas etapas é obrigatória para a sua conta.',
    off: 'Desativada',
    on: (date: string) => `Ativa desde ${date}`,
    codesLeft: (count: number) =>
      count === 0
        ? 'Nenhum código de recuperação restante. Gere novos.'
        : count === 1
          ? 'Resta 1 código de recuperação'
          : `Restam ${count} códigos de recuperação`,
    turnOn: 'Ativar',
    turnOff: 'Desativar',
    turnedOff: 'Verificação em duas etapas desativada',
    renewCodes: 'Gerar novos códigos',
  },
  setUp: {
    title: 'Ativar a verificação em duas etapas',
    passwordText: 'Para começar, confirme a sua senha.',
    password: 'Senha atual',
    next: 'Continuar',
    scanText:
      'Leia este QR Code com um aplicativo autenticador, como Google Authenticator, Microsoft Authenticator ou 1Password. Depois, digite o código que ele mostra.',
    qrLabel: 'QR Code para o aplicativo autenticador',
    secret: 'Não consegue ler? Digite esta chave no aplicativo',
    copy: 'Copiar',
    copied: 'Copiado',
    code: 'Código de 6 dígitos',
    confirm: 'Ativar',
  },
  recovery: {
    title: 'Códigos de recuperação',
    text: 'Guarde estes códigos fora do celular. Cada um substitui o aplicativo uma única vez. Eles não aparecem de novo.',
    list: 'Códigos de recuperação',
    copy: 'Copiar',
    copied: 'Copiado',
    download: 'Baixar',
    fileName: 'codigos-de-recuperacao.txt',
    saved: 'Guardei os códigos',
  },
  confirm: {
    offTitle: 'Desativar a verificação em duas etapas',
    offText: 'A sua conta volta a abrir só com a senha.',
    codesTitle: 'Gerar novos códigos de recuperação',
    codesText: 'Os códigos anteriores deixam de valer.',
    password: 'Senha atual',
    code: 'Código do aplicativo ou de recuperação',
  },
  devices: {
    title: 'Dispositivos',
    about: 'A sua conta fica aberta em um dispositivo por vez: entrar em outro encerra o anterior.',
    place: 'Mostramos o endereço de rede, não a cidade: endereços não a informam com segurança.',
    present: 'Aberto agora',
    isNew: 'Novo',
    unknown: 'Dispositivo desconhecido',
    on: (browser: string, system: string) => `${browser} no ${system}`,
    last: (address: string, at: string) => `${address} · último acesso em ${at}`,
    noAddress: 'sem endereço',
    confirm: 'Fui eu',
    forget: 'Esquecer',
    forgotten: 'Dispositivo esquecido. O próximo acesso nele será avisado.',
    signOut: 'Sair deste dispositivo',
    none: 'Nenhum dispositivo registrado ainda.',
    notMine: 'Não reconhece um deles? Troque a sua senha em Editar perfil e ative a verificação em duas etapas.',
    announced: (count: number) =>
      count === 1
        ? 'A sua conta foi aberta em um dispositivo novo.'
        : `A sua conta foi aberta em ${count} dispositivos novos.`,
    see: 'Conferir',
  },
}
