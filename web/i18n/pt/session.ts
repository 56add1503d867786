interface PlanSize {
  users: number
  connections: number
  queues: number
}

export const session = {
  title: 'Entrar',
  welcome: 'Que bom ter você de volta',
  subtitle: (product: string) => `Entre na sua conta ${product}`,
  email: 'E-mail',
  password: 'Senha',
  enter: 'Entrar',
  usePasskey: 'Usar chave de acesso',
  entering: 'Entrando…',
  choosePassword: 'Crie a sua senha',
  choosePasswordText: 'A senha que você recebeu foi definida por outra pessoa. Escolha outra, que só você conheça.',
  newPassword: 'Nova senha',
  newPasswordHelp: 'De 5 a 50 caracteres.',
  passwordMissing: (count: number) => (count === 1 ? 'Falta 1 caractere' : `Faltam ${count} caracteres`),
  passwordKnown: 'Senha muito conhecida. Escolha outra.',
  passwordFair: 'Aceita. Uma frase mais longa protege mais.',
  passwordStrong: 'Senha forte',
  saveAndEnter: 'Salvar e entrar',
  forgot: 'Esqueci a senha',
  forgotText:
    'Peça a um administrador da sua empresa que crie um link de nova senha em Usuários. Se você é o único administrador, fale com quem hospeda o sistema.',
  noAccount: 'Ainda não tem conta?',
  signup: 'Cadastre sua empresa',
  emailRequired: 'Informe o e-mail',
  emailInvalid: 'E-mail inválido',
  passwordRequired: 'Informe a senha',
  motto: 'Todas as conversas da sua empresa em um só lugar.',
  mottoText: 'As conversas da empresa em uma caixa de entrada que toda a equipe compartilha.',
  invalidToken: 'Token inválido, por favor entre em contato com o administrador da plataforma.',
  signedInElsewhere: 'Sua conta foi acessada em outro computador.',
  expiresIn: (days: number) => (days === 1 ? 'Sua assinatura vence em 1 dia' : `Sua assinatura vence em ${days} dias`),
  expiresToday: 'Sua assinatura vence hoje',
  expired: (date: string) =>
    `Opss! Sua assinatura venceu ${date}. Entre em contato com o Suporte para mais informações!`,
  switchedOff: 'Sua empresa está desativada. Entre em contato com o Suporte para mais informações!',
  renewed: (date: string) => `Assinatura renovada até ${date}`,
  planLimits: ({ users, connections, queues }: PlanSize, count: (number: number) => string) =>
    [
      users === 1 ? '1 usuário' : `${count(users)} usuários`,
      connections === 1 ? '1 conexão' : `${count(connections)} conexões`,
      queues === 1 ? '1 fila' : `${count(queues)} filas`,
    ].join(' · '),
  storageUsed: (percent: number) => `Sua empresa usa ${percent}% do armazenamento do plano`,
  storageFull: 'O armazenamento do plano está cheio: arquivos, importações e exportações esperam',
  companyMuted:
    'O operador da plataforma silenciou sua empresa: as conexões ficam fechadas e os envios automáticos esperam',
  readOnly: 'Somente leitura: os servidores da plataforma estão se reconectando. Tudo volta sozinho em instantes',
  heldAfterRestore: 'A empresa voltou a um estado anterior: o que sairia desde então espera por você',
  seeHeld: 'Ver o que espera',
  seePlan: 'Ver plano',
  seeInvoices: 'Ver faturas',
  language: 'Idioma',
  languageMissing: (name: string) => `${name} (ainda sem tradução)`,
  signedIn: 'Login efetuado com sucesso!',
  signedUp: 'Cadastro realizado com sucesso!',
  channels: 'Atendimento por WhatsApp, Facebook e Instagram',
  scene: [
    { from: 'them', text: 'Oi! Meu pedido 4821 já saiu?', time: '09:41' },
    { from: 'us', text: 'Bom dia, Maria! Saiu agora há pouco, chega hoje até as 18h.', time: '09:42' },
    { from: 'them', text: 'Que ótimo, muito obrigada!', time: '09:42' },
    { from: 'us', text: 'Nós que agradecemos. Precisando, é só chamar.', time: '09:43' },
  ],
  sceneNote: 'Respondido por Ana em 1 min · fila Entregas',
}
