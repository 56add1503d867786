import { planFeatures } from './plan-features'

export const signIn = {
  mailChoice: {
    title: 'E-mails recorrentes',
    kinds: { weeklyReportMail: 'o resumo semanal da equipe', breachDigestMail: 'os avisos de prazos vencidos' },
    text: (mail: string, company: string) => `Deixar de receber ${mail} de ${company} por e-mail?`,
    leave: 'Não receber mais',
    offTitle: 'Você não recebe mais este e-mail',
    offText: (mail: string, company: string) =>
      `Você deixou de receber ${mail} de ${company}. Também pode mudar isso no seu perfil.`,
    undo: 'Voltar a receber',
    endedTitle: 'Este link não vale',
    endedText:
      'Ele está incompleto, ou a conta não existe mais. Os e-mails que você recebe podem ser mudados no seu perfil.',
  },
  signup: {
    title: 'Criar conta',
    heading: 'Crie a conta da sua empresa',
    subtitle: (days: number) => `Experimente por ${days} dias, sem compromisso.`,
    companyName: 'Nome da empresa',
    name: 'Seu nome',
    phone: 'Telefone',
    email: 'E-mail',
    password: 'Senha',
    passwordHelp: 'De 5 a 50 caracteres',
    plan: 'Plano',
    perMonth: 'por mês',
    flags: planFeatures,
    send: 'Criar conta',
    sending: 'Criando a conta…',
    haveAccount: 'Já tem uma conta?',
    signIn: 'Entrar',
    closedTitle: 'O cadastro está fechado',
    closedText:
      'No momento não estamos abrindo contas por aqui. Se a sua empresa já usa o sistema, entre com o seu e-mail.',
  },
  passwordLink: {
    title: 'Criar a senha',
    welcome: (name: string) => `Olá, ${name}`,
    text: (company: string) => `Crie a sua senha para entrar na equipe de ${company}.`,
    email: 'E-mail',
    password: 'Senha',
    passwordHelp: 'De 5 a 50 caracteres.',
    enter: 'Salvar e entrar',
    entering: 'Entrando…',
    endedTitle: 'Este link não vale mais',
    endedText:
      'Ele já foi usado, foi substituído por outro ou venceu. Se você já criou a sua senha, entre com ela. Se não, peça um novo link a um administrador da sua empresa.',
    signIn: 'Entrar',
    resetTitle: 'Nova senha',
    resetText: (company: string) => `Escolha uma nova senha para a sua conta de ${company}.`,
    forgotten: {
      title: 'Esqueci a senha',
      text: 'Informe o seu e-mail. Enviamos um link para você escolher uma nova senha.',
      ask: 'Enviar link',
      askedTitle: 'Confira o seu e-mail',
      askedText: (email: string) =>
        `Se houver uma conta com o e-mail ${email}, o link chega em instantes e vale por 1 hora. Não chegou? Veja a caixa de spam ou peça um link a um administrador da sua empresa.`,
      back: 'Voltar para entrar',
    },
  },
}
