// Spanish.

import type { Words } from './index';

type Color = 'white' | 'black';
type Role = 'king' | 'queen' | 'rook' | 'bishop' | 'knight' | 'pawn';

const ROLES: Record<Role, string> = { king: 'rey', queen: 'dama', rook: 'torre', bishop: 'alfil', knight: 'caballo', pawn: 'peón' };
const FEMININE: Role[] = ['queen', 'rook'];

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
const tint = (color: Color, role: Role): string => {
  const ending = FEMININE.includes(role) ? 'a' : 'o';
  return color === 'white' ? `blanc${ending}` : `negr${ending}`;
};

export const es: Words = {
  play: 'Jugar',
  analyse: 'Analizar',
  endgames: 'Finales',
  settings: 'Ajustes',
  help: 'Ayuda',
  skip: 'Ir al contenido',
  navigation: 'Páginas',
  connecting: 'conectando…',
  lost: 'Se ha perdido la conexión con el programa; la página lo intenta de nuevo sola.',
  copied: 'Copiado.',
  copy: 'Copiar',
  cancel: 'Cancelar',
  flip: 'Girar',

  man: (color, role) => `${ROLES[role]} ${tint(color, role)}`,
  role: role => ROLES[role],
  side: color => (color === 'white' ? 'Blancas' : 'Negras'),
  board: 'Tablero de ajedrez',
  emptySquare: 'vacía',
  chosen: 'elegida',
  unchosen: 'Soltada.',
  chosenMan: (name, moves) => `${name}: ${count(moves, 'jugada', 'jugadas')}`,
  notThere: 'No puede ir ahí.',
  noMovesHere: 'Desde aquí no hay jugadas.',
  noMoveYet: 'Aún no se ha jugado nada.',
  promoteTo: 'Coronar',
  mark: (kind, text) => (kind === 'draw' ? 'tablas' : kind === 'win' ? `gana en ${text}` : `pierde en ${text}`),
  position: men =>
    (['white', 'black'] as const)
      .map(color => {
        const mine = [...men].filter(([, man]) => man.color === color);
        return `${color === 'white' ? 'Blancas' : 'Negras'}: ${mine.map(([square, man]) => `${ROLES[man.role]} ${square}`).join(', ')}`;
      })
      .join('. '),

  bar: (score, percent) => `Evaluación ${score || 'desconocida'}; las blancas pueden esperar el ${percent} %`,
  thinking: 'pensando…',
  waiting: place => `Todos los motores están ocupados: número ${place} en la cola.`,
  machine: (depth, nodes, speed) => `profundidad ${depth} · ${nodes} nodos · ${speed}/s`,
  moves: 'Jugadas',
  noMoves: 'Juega en el tablero o pega una partida abajo.',

  homeLead: 'Juega una partida, estudia una posición, aprende a ganar finales. Todo ocurre en esta máquina.',
  homePlay: 'Una partida contra Quevedo, de amable a implacable. Puedes rectificar y pedir pistas.',
  homeAnalyse: 'Las variantes según se encuentran, las amenazas, y por qué una posición vale lo que vale.',
  homeEndgames: 'Finales de tres piezas, resueltos: lo que vale cada jugada y cada casilla.',
  goOn: 'Seguir',
  goOnWith: (color, moves, opening) =>
    `Llevas ${color === 'white' ? 'blancas' : 'negras'}, ${count(moves, 'jugada', 'jugadas')}${opening && `: ${opening}`}`,
  looseEnds: 'Partidas sin terminar',
  paste: 'Pega una posición (FEN) o una partida (PGN)',
  openFile: 'Abrir un archivo de partidas',
  look: 'Verla',
  pickGame: '¿Qué partida?',

  engine: 'Motor',
  engineOn: 'Motor encendido',
  engineHidden: 'El motor está apagado. Busca tú la jugada; la tecla l lo enciende.',
  lines: 'Variantes',
  threat: 'Amenaza',
  threatOf: side => `Si ahora jugaran las ${side.toLowerCase()}`,
  noThreat: 'En jaque no se puede preguntar al otro bando.',
  arrows: 'Flechas',
  evaluation: 'Evaluación',
  evaluationLead: value => `Sin mirar más allá: ${value} para las blancas.`,
  evaluationKnown: 'Este final es conocido; los términos de abajo no cuentan.',
  evaluationTerm: 'Término',
  evaluationClassical: value =>
    `La red no da razones. La evaluación clásica sí (${value} en total, en peones; en inglés):`,
  menWorth: 'Lo que vale cada pieza para la red (peones)',
  inWords: 'En palabras',
  wordsOn: 'Palabras',
  lastMove: 'La última jugada',
  thePosition: 'La posición',
  nothingToSay: 'Aquí no hay nada que se pueda demostrar.',
  why: '¿Y mi jugada?',
  wordLevel: 'Las palabras son para',
  wordLevels: { beginner: 'principiantes', club: 'jugadores de club', expert: 'expertos' },
  tables: 'Tablas de finales',
  tableMove: 'Jugada',
  tableResult: 'Resultado',
  result: (kind, mate) =>
    ({
      win: mate === null ? 'gana' : `mate en ${mate}`,
      cursed_win: 'ganaría, si no fuera por los cincuenta movimientos',
      draw: 'tablas',
      blessed_loss: 'tablas solo por los cincuenta movimientos',
      loss: mate === null ? 'pierde' : mate === 0 ? 'mate' : `recibe mate en ${mate}`,
    })[kind],
  notInTables: men => `Las tablas conocen posiciones de hasta ${men} piezas.`,
  tools: 'Posición y partida',
  fen: 'FEN',
  pgn: 'PGN',
  load: 'Cargar',
  start: 'Posición inicial',
  chess960: 'Chess960 al azar',
  export: 'Escribir PGN',
  moveInput: 'Escribe una jugada',
  playMove: 'Jugarla',
  promoteLine: 'Hacerla línea principal',
  deleteLine: 'Borrar desde aquí',
  comment: 'Comentario a esta jugada',
  glyph: 'Signo',
  noGlyph: 'ninguno',
  first: 'Primera jugada',
  back: 'Atrás',
  forward: 'Adelante',
  last: 'Última jugada',
  playFromHere: 'Jugar desde aquí',
  faults: 'No se ha podido leer todo',

  newGame: 'Partida nueva',
  yourSide: 'Tu bando',
  white: 'Blancas',
  black: 'Negras',
  random: 'Al azar',
  level: 'Nivel',
  levels: ['Amable', 'Fácil', 'Firme', 'Fuerte', 'Implacable'],
  levelHint: what => `El motor mira ${what} en cada jugada.`,
  levelNodes: nodes => `${nodes} posiciones`,
  levelTime: seconds => `lo que encuentra en ${seconds} s`,
  clock: 'Reloj',
  noClock: 'Sin reloj',
  minutes: (minutes, increment) => `${minutes} min${increment ? ` + ${increment} s` : ''}`,
  from: 'Empezar desde',
  yourName: 'Tu nombre',
  begin: 'Empezar',
  you: 'Tú',
  yourTurn: 'Te toca.',
  engineTurn: 'Quevedo piensa…',
  inCheck: '¡Jaque!',
  takeBack: 'Rectificar',
  hint: 'Pista',
  hintIs: san => `Considera ${san}.`,
  offerDraw: 'Tablas',
  claimDraw: 'Reclamar tablas',
  resign: 'Abandonar',
  sure: '¿Abandonar de verdad?',
  keepPlaying: 'Seguir jugando',
  declined: 'Quevedo no acepta las tablas.',
  savePgn: 'Guardar PGN',
  analyseGame: 'Analizar la partida',
  ended: (result, cause, state, you) => {
    const winner = result === '1-0' ? 'white' : result === '0-1' ? 'black' : undefined;
    const why =
      {
        checkmate: 'por jaque mate',
        stalemate: 'por ahogado',
        dead_position: 'nadie puede dar mate ya',
        fivefold_repetition: 'la posición se ha repetido cinco veces',
        seventy_five_moves: '75 jugadas sin capturas ni peones',
      }[state] ?? { resigned: 'por abandono', time: 'por tiempo', draw: 'por acuerdo o reclamación' }[cause];
    const what = winner === undefined ? 'Tablas' : winner === you ? 'Has ganado' : 'Ha ganado Quevedo';
    return `${what}${why ? `: ${why}` : ''}. ${result}`;
  },
  played: (who, san) => `${who}: ${san}`,
  noSuchGame: 'No hay tal partida.',

  endgamesLead: 'Con tres piezas se puede saber todo. Elige un final, mueve las piezas y mira lo que vale cada jugada. Pulsa una pieza para ver todas las casillas en las que podría estar.',
  ending: name => ({ KQK: 'Dama', KRK: 'Torre', KPK: 'Peón', KBK: 'Alfil', KNK: 'Caballo' })[name] ?? name,
  endingHint: name =>
    ({
      KQK: 'La dama quita casillas al rey; cuidado con el ahogado.',
      KRK: 'La torre hace una caja y el rey ayuda a estrecharla.',
      KPK: 'Todo depende de la oposición.',
      KBK: 'Un alfil solo no da mate.',
      KNK: 'Un caballo solo no da mate.',
    })[name] ?? '',
  anotherPosition: 'Otra posición',
  tablesReply: 'Las tablas juegan el otro bando',
  mapOf: name => `Si la pieza (${name}) estuviera en otra casilla, con el mismo turno`,
  mapLegend: 'Un número: quien juega da mate en esas jugadas. Un número con una cruz: lo recibe. =: tablas. Vacía: no puede estar ahí.',
  noMap: 'Sin mapa',
  whiteToMove: 'Juegan blancas',
  blackToMove: 'Juegan negras',

  theme: 'Colores',
  themes: { system: 'los del sistema', light: 'claros', dark: 'oscuros' },
  language: 'Idioma',
  languages: { en: 'English', es: 'español' },
  lineCount: 'Variantes del motor',
  showArrows: 'Dibujar flechas para las jugadas del motor',
  showCoordinates: 'Letras y números en el tablero',
  animate: 'Que las piezas se deslicen',
  aboutKept: 'Los ajustes se quedan en este navegador. Las partidas las guarda el programa.',
  about: (version, engines) => `Quevedo ${version}, ${count(engines, 'búsqueda', 'búsquedas')} a la vez.`,

  helpKeys: 'Teclas',
  helpOutside: 'En todas partes menos en los textos',
  helpInside: 'En el tablero',
  keysOutside: [
    ['← → o k j', 'una jugada atrás, una adelante'],
    ['Inicio, Fin', 'primera y última jugada'],
    ['↑ ↓', 'la variante anterior y la siguiente'],
    ['f', 'girar el tablero'],
    ['l', 'encender y apagar el motor'],
    ['Espacio', 'jugar la mejor del motor'],
    ['x', 'qué se amenaza'],
    ['a', 'flechas'],
    ['w', 'palabras'],
    ['1 – 6', 'signos: ! ? !! ?? !? ?!'],
    ['/', 'escribir una jugada'],
    ['?', 'esta página'],
  ],
  keysInside: [
    ['flechas', 'de casilla en casilla'],
    ['Intro o Espacio', 'elegir una pieza y luego su casilla'],
    ['Esc', 'soltarla'],
    ['k q r b n p', 'la siguiente pieza de esa clase (rey, dama, torre, alfil, caballo, peón)'],
    ['m', 'adónde puede ir'],
    ['o', 'toda la posición'],
    ['t', 'la última jugada'],
    ['v', 'la evaluación'],
    ['Mayús + A, Mayús + D', 'una jugada atrás, una adelante'],
  ],
  helpScores: 'Números',
  helpScoresText: [
    '+0.50 quiere decir que las blancas están mejor por medio peón, −0.50 que lo están las negras. #3 es mate en tres de las blancas, #−3 de las negras.',
    'El porcentaje es la parte del punto que pueden esperar las blancas: victorias y la mitad de las tablas.',
    'Profundidad y nodos dicen hasta dónde ha mirado la máquina. Importan menos de lo que parece.',
  ],
  helpPrivate: 'Esta página habla con el programa de esta máquina y con nadie más.',
  notFound: 'Aquí no hay nada.',
};
