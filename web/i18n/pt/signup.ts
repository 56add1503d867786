import { planFeatures } from './plan-features'

export const signup = {
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
}
