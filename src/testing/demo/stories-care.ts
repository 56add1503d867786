import { a, aFile, aQuote, aReact, c, cCard, cEdit, cFile, cQuote, cReact, note, secret, type Story, transfer } from './story'

/** Finance and after-sales. */
export const careStories: readonly Story[] = [
  {
    queue: 'Financeiro',
    tags: ['Boleto em aberto'],
    steps: [
      c('Bom dia! Preciso da segunda via do boleto do pedido {pedido}'),
      a('Bom dia, {{firstName}}! Já te envio.'),
      aFile('boleto', 'Segue a 2ª via, vence em 3 dias úteis.'),
      c('Recebi, obrigado'),
      c('Pago hoje'),
      a('Ótimo! Assim que compensar, eu aviso.'),
      cFile('comprovante', 'Pago ✅'),
      aReact('✅'),
      a('Pagamento confirmado. Seu pedido já foi para a separação.'),
    ],
  },
  {
    queue: 'Financeiro',
    tags: [],
    steps: [
      c('Oi, vocês podem mandar a nota fiscal do pedido {pedido}? Minha empresa precisa'),
      a('Oi! Claro. Sai no CPF ou no CNPJ?'),
      c('CNPJ 00.000.000/0001-00'),
      cEdit('CNPJ 00.000.000/0001-91'),
      aFile('nota-fiscal', 'Aqui está, {{firstName}}.'),
      c('Perfeito, muito obrigada!'),
    ],
  },
  {
    queue: 'Financeiro',
    tags: ['Cliente fiel'],
    steps: [
      c('Fui cobrado duas vezes no cartão!!'),
      cFile('comprovante', 'olha'),
      a('Nossa, {{firstName}}, já estou vendo com a operadora.'),
      secret('Duplicou mesmo. Estorno pedido, protocolo 88213.'),
      aQuote('Foi duplicado mesmo. Pedi o estorno agora, aparece em até 2 faturas.'),
      c('2 faturas?? É muito tempo'),
      a('Para compensar, posso devolver por Pix ainda hoje. Prefere assim?'),
      c('Prefiro! A chave é meu celular'),
      a('Feito! R$ {valor} devolvidos. 🙏'),
      note('Devolvido por Pix; cancelar o estorno no cartão.'),
      c('Caiu aqui. Obrigado pela rapidez'),
      aReact('🙏'),
    ],
  },
  {
    queue: 'Financeiro',
    tags: ['Boleto em aberto'],
    steps: [
      c('Consigo parcelar o que falta do pedido {pedido}?'),
      a('Consegue sim: em até 4 vezes sem juros. Quer que eu simule?'),
      c('Por favor'),
      a('4 parcelas, a primeira em 30 dias. Fica bom?'),
      c('Fica ótimo'),
    ],
  },
  {
    queue: 'Pós-venda',
    tags: ['Garantia'],
    steps: [
      c('Oi, a porta do guarda-roupa está desalinhada depois de 3 meses de uso'),
      cFile('guarda-roupa', 'Repara no canto direito'),
      a('Oi, {{firstName}}! Isso está na garantia. Posso mandar um técnico na terça?'),
      c('Terça à tarde, depois das 15h'),
      aQuote('Combinado: terça, das 15h às 17h, sem custo.'),
      note('Técnico Valdir, terça às 15h. Levar dobradiças de 35 mm.'),
      c('Muito obrigada! 🥰'),
      a('O técnico passou aí? Ficou tudo certo?'),
      c('Ficou perfeito, ele foi um amor'),
      cReact('💚'),
    ],
  },
  {
    queue: 'Pós-venda',
    tags: ['Troca'],
    steps: [
      c('Quero devolver a {produto}, a cor é diferente da foto do site'),
      cFile('poltrona', 'No site parecia bege'),
      a('Entendo, {{firstName}}. Você está no prazo de 7 dias, então pode trocar ou devolver.'),
      c('Tem em cinza?'),
      a('Tem! Quer que eu mande uma foto real, na luz do dia?'),
      c('Por favor'),
      aFile('sofa', 'Esta é a cinza, sem filtro 😄'),
      cQuote('Aí sim! Quero trocar'),
      a('Troca registrada: pedido {pedido}.'),
    ],
  },
  {
    queue: 'Pós-venda',
    tags: ['Garantia'],
    steps: [
      c('Faltou um saquinho de parafusos na caixa 😕'),
      a('Puxa! Qual é o código que está na etiqueta da caixa?'),
      cFile('caixa', 'É esse?'),
      a('Esse mesmo. Mando os parafusos por motoboy hoje à tarde.'),
      c('Hoje? Que atendimento!! 👏'),
      aReact('😊'),
    ],
  },
  {
    queue: 'Pós-venda',
    tags: [],
    steps: [
      c('Como limpo o tecido do sofá? Meu filho derramou suco 🍇'),
      a('Respira! 😄 Água morna, sabão neutro e pano branco, sem esfregar.'),
      c('Funcionou!!!'),
      cReact('🎉'),
      a('Que bom! Qualquer coisa, temos parceiro de higienização.'),
      c('Me passa o contato?'),
      c('Aliás, minha vizinha também quer, este é o dela'),
      cCard(),
      transfer('Vendas', 'Cliente indicou a vizinha, o contato está na conversa.'),
      a('Oi, {{firstName}}! Vou chamar sua vizinha agora, obrigado pela indicação. 🙌'),
    ],
  },
  {
    queue: 'Pós-venda',
    tags: ['Elogio'],
    steps: [
      c('Vim elogiar a Carla, resolveu meu problema em 10 minutos'),
      c('Nota mil 🌟'),
      a('Que carinho, {{firstName}}! Já estou mostrando para ela. 💜'),
    ],
  },
]

/** Conversations of groups: each line is somebody else's, the shop's where it begins with `>`. */
export const groupStories: readonly { subject: string; lines: readonly string[]; attended: boolean }[] = [
  {
    subject: 'Condomínio Jardim das Acácias 🏢',
    attended: true,
    lines: [
      'Pessoal, a loja confirmou os móveis do salão de festas?',
      'Ainda não vi nada',
      '> Bom dia! Confirmados: 10 mesas e 40 cadeiras, entrega na sexta.',
      'Aeee 🎉',
      'Alguém libera a garagem?',
      'Eu libero, chego às 8h',
      '> Perfeito, o caminhão chega às 8h30.',
    ],
  },
  {
    subject: 'Obra da Família Prado 🔨',
    attended: true,
    lines: ['Bom dia grupo', 'A pintura acaba quarta', '> Então montamos a cozinha na quinta. 👍', 'Combinado', 'Levem a cuba, por favor'],
  },
  {
    subject: 'Arquitetos parceiros',
    attended: false,
    lines: ['Chegou o catálogo novo?', 'Também quero saber', 'O lançamento é quando?'],
  },
  {
    subject: 'Montadores da zona norte 🛠️',
    attended: true,
    lines: ['Terminei a entrega de Santana', '> Ótimo! Pode ir para a próxima?', 'Estou a caminho', 'Trânsito parado na marginal 😩', '> Sem pressa, avisei a cliente.'],
  },
  {
    subject: 'Escola Pequeno Mundo: móveis novos',
    attended: false,
    lines: ['Boa tarde! As carteiras chegam antes das aulas?', 'São 32, certo?', 'Certo, mais 2 mesas para os professores', 'Alguém da loja confirma? 🙏'],
  },
]
