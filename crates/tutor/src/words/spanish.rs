//! Spanish, the language of Torres Quevedo. Sides are plural (`las blancas ganan`); pieces have their Spanish letters.

// The tables are one row for each key, whatever their length and however alike some rows are.
#![allow(clippy::too_many_lines, clippy::match_same_arms)]

use quevedo_rules::{Color, Piece};

use super::frame::Frame;
use super::grammar::{GoalForm, SurplusForm, is_feminine};
use super::spoils::Spoils;
use super::topic::Topic;
use crate::{Flank, Goal, MatePattern, PawnFlaw, Term};

/// What a fact says: of a move ("ataca a la vez …") or of the position ("el caballo está indefenso").
pub(super) const fn clause(topic: Topic, plain: bool) -> &'static [&'static str] {
    match (topic, plain) {
        (Topic::Hanging, true) => &["se puede capturar {man}"],
        (Topic::Hanging, false) => {
            &["se puede capturar {man} con ventaja", "{man} no está bastante defendid{man:o}"]
        }
        (Topic::Loose, true) => &["nadie defiende {man}"],
        (Topic::Loose, false) => &["{man} está sin defensa", "nadie defiende {man}"],
        (Topic::Trapped, true) => &["{man} está perdid{man:o}: no tiene casilla segura"],
        (Topic::Trapped, false) => {
            &["{man} está encerrad{man:o}: no tiene casilla segura y nada más lo remedia"]
        }
        (Topic::Fork, true) => &["ataca a la vez {targets}"],
        (Topic::Fork, false) => &["ataca a la vez {targets}", "hace una horquilla a {targets}"],
        (Topic::DoubleAttack, true) => &["hace dos ataques a la vez, a {targets}"],
        (Topic::DoubleAttack, false) => &["hace un ataque doble: {bys} apuntan a {targets}"],
        (Topic::PinAbsolute, true) => &["{pinned} está inmóvil: su rey está detrás"],
        (Topic::PinAbsolute, false) => &[
            "{pinned} está clavad{pinned:o} a su rey por {pinner}",
            "{pinner} clava {pinned} a su rey en {king:on}",
        ],
        (Topic::PinUsed, true) => &["{refuted} no es posible, porque {pinned} está delante de su rey"],
        (Topic::PinUsed, false) => &[
            "{refuted} no es respuesta, porque {pinned} está clavad{pinned:o} a su rey por {pinner}",
            "{pinned} está clavad{pinned:o} a su rey por {pinner}, así que {refuted} no es posible",
        ],
        (Topic::PinRelative, true) => {
            &["si {pinned} deja su línea, se puede capturar {behind}, que está detrás"]
        }
        (Topic::PinRelative, false) => {
            &["{pinned} está clavad{pinned:o} por {pinner}: dejar la línea cuesta {behind}"]
        }
        (Topic::Skewer, true) => &["ataca {front}, y detrás está {behind}"],
        (Topic::Skewer, false) => {
            &["enfila {front} y {behind}", "es una enfilada: {front} ha de irse y cae {behind}"]
        }
        (Topic::DiscoveredAttack, true) => &["abre paso a {by}, que ataca {target}"],
        (Topic::DiscoveredAttack, false) => &["descubre un ataque de {by} a {target}"],
        (Topic::DiscoveredCheck, true) => &["abre paso a {by}, que da jaque"],
        (Topic::DiscoveredCheck, false) => &["da jaque a la descubierta con {by}"],
        (Topic::DoubleCheck, true) => &["da jaque con dos piezas a la vez, y el rey ha de moverse"],
        (Topic::DoubleCheck, false) => &["da jaque doble con {bys}"],
        (Topic::XRay, true) => &["{rear} ayuda desde atrás en {on}"],
        (Topic::XRay, false) => &["{rear} cuenta en {on} a través de la pieza que tiene delante"],
        (Topic::Overloaded, true) => &["{guard} defiende dos cosas, {targets}, y no puede con ambas"],
        (Topic::Overloaded, false) => {
            &["{guard} está sobrecargad{guard:o}: no puede defender a la vez {targets}"]
        }
        (Topic::RemovedDefender, true) => &["captura {guard}, que defendía {target}"],
        (Topic::RemovedDefender, false) => &["elimina {guard}, defensor{guard:a} de {target}"],
        (Topic::DeflectedGuard, true) => &["aparta {guard}, y {duty} queda sin defensa"],
        (Topic::DeflectedGuard, false) => &["desvía {guard} de la defensa de {duty}"],
        (Topic::DeflectedFromMate, true) => &["aparta {guard} de {duty}, donde llega el mate"],
        (Topic::DeflectedFromMate, false) => &["desvía {guard} de {duty}, donde llega el mate"],
        (Topic::DeflectedFromPromotion, true) => &["aparta {guard} de {duty}, donde corona el peón"],
        (Topic::DeflectedFromPromotion, false) => &["desvía {guard} de la casilla de coronación {duty}"],
        (Topic::Attraction, true) => &["atrae {drawn} a {to}, donde está mal"],
        (Topic::Attraction, false) => &["atrae {drawn} a {to}, donde cae el golpe"],
        (Topic::Interference, true) => &["se pone delante de {slider}, que defendía {target}"],
        (Topic::Interference, false) => &["corta la línea de {slider} a {target}"],
        (Topic::Intermezzo, true) => &["va primero: {recapture} puede esperar"],
        (Topic::Intermezzo, false) => &["es una jugada intermedia: {recapture} puede esperar"],
        (Topic::Clearance, true) => &["hace sitio para {follow}"],
        (Topic::Clearance, false) => &["despeja el camino para {follow}"],
        (Topic::Desperado, true) => &["captura algo con una pieza que está perdida de todos modos"],
        (Topic::Desperado, false) => {
            &["vende {man:was}, que está perdid{man:o} de todos modos, por lo que saca"]
        }
        (Topic::BackRank, true) => &["{king} no puede salir de su última fila"],
        (Topic::BackRank, false) => &["la última fila es débil: {king} no puede salir de ella"],
        (Topic::MateIn, true) => &["{goal:present}"],
        (Topic::MateIn, false) => &["{goal:present}", "fuerza {goal:noun}"],
        (Topic::NamedMate, true) => &["{goal:present}"],
        (Topic::NamedMate, false) => &["{goal:present} ({pattern})"],
        (Topic::Achieves, true) => &["{goal:present}"],
        (Topic::Achieves, false) => &["{goal:present}", "{goal:present} a la fuerza"],
        (Topic::Threat, true) => &["{side} amenazan {goal:inf}: {threat}"],
        (Topic::Threat, false) => {
            &["{side} amenazan {threat}, para {goal:inf}", "{side} amenazan {goal:inf} con {threat}"]
        }
        (Topic::ParriedByMoving, true) => &["se aparta de {threat}"],
        (Topic::ParriedByMoving, false) => &["responde a la amenaza {threat} moviendo lo atacado"],
        (Topic::ParriedByGuarding, true) => &["defiende contra {threat}"],
        (Topic::ParriedByGuarding, false) => &["responde a la amenaza {threat} con una defensa"],
        (Topic::ParriedByBlocking, true) => &["cierra el paso a {threat}"],
        (Topic::ParriedByBlocking, false) => &["responde a la amenaza {threat} cerrando la línea"],
        (Topic::ParriedByTaking, true) => &["captura la pieza que iba a jugar {threat}"],
        (Topic::ParriedByTaking, false) => &["responde a la amenaza {threat} capturando al atacante"],
        (Topic::ParriedByCounter, true) => &["es más fuerte que la amenaza {threat}"],
        (Topic::ParriedByCounter, false) => &["responde a la amenaza {threat} con algo mayor"],
        (Topic::Allows | Topic::AllowsMate | Topic::AllowsOther, _) => &["{goal:allow}{price}"],
        (Topic::Misses, true) => &["deja pasar la ocasión de {goal:inf}"],
        (Topic::Misses, false) => {
            &["deja pasar la ocasión de {goal:inf}", "desaprovecha la ocasión de {goal:inf}"]
        }
        (Topic::OnlyMove, true) => &["es la única jugada: cualquier otra {goal:allow}"],
        (Topic::OnlyMove, false) => &["es la única jugada: cualquier otra {goal:allow}"],
        (Topic::Sacrifice, _) => &["entrega {given}"],
        (Topic::Perpetual, true) => &["salva las tablas: los jaques no acaban"],
        (Topic::Perpetual, false) => &["salva medio punto por jaque continuo"],
        (Topic::Stalemate, true) => &["salva las tablas: acaba en ahogado"],
        (Topic::Stalemate, false) => &["salva medio punto por ahogado"],
        (Topic::Tempo, true) => &["exige respuesta: no hacerle caso {goal:allow}"],
        (Topic::Tempo, false) => &["gana un tiempo: no hacerle caso {goal:allow}"],
        (Topic::Passed, true) => &["ningún peón enemigo cierra el paso a {pawn}"],
        (Topic::Passed, false) => &["{pawn} está pasado"],
        (Topic::Unstoppable, true) => &["no se puede detener {pawn}: llega a dama"],
        (Topic::Unstoppable, false) => &["no se puede detener {pawn}"],
        (Topic::Breakthrough, true) => &["entrega un peón para que corone {pawn}"],
        (Topic::Breakthrough, false) => &["es una ruptura: entrega un peón, y {pawn} corona a la fuerza"],
        (Topic::UnderPromotion, true) => &["corona {piece:a}, porque una dama sería peor"],
        (Topic::UnderPromotion, false) => &["corona {piece:a}, porque una dama ahogaría o lograría menos"],
        (Topic::Opposition, true) => &["los reyes están frente a frente, y quien juega ha de ceder"],
        (Topic::Opposition, false) => &["{side} tienen la oposición"],
        (Topic::KeySquare, true) => &["desde {square} el rey acompaña {pawn} hasta el final"],
        (Topic::KeySquare, false) => &["el rey está en {square}, casilla clave de {pawn}"],
        (Topic::Zugzwang, true) => &["a quien le toca jugar le convendría pasar"],
        (Topic::Zugzwang, false) => &["{other} están en zugzwang: cualquier jugada empeora las cosas"],
        (Topic::SimplifiesToWin, _) => &["simplifica a un final ganado según las tablas"],
        (Topic::SimplifiesToDraw, _) => &["simplifica a un final de tablas según las tablas de finales"],
        (Topic::TableWin, true) => &["{turn} ganan este final"],
        (Topic::TableWin, false) => &["las tablas de finales lo saben: {turn} ganan{mate}"],
        (Topic::TableDraw, true) => &["este final es tablas"],
        (Topic::TableDraw, false) => &["las tablas de finales lo saben: es tablas"],
        (Topic::TableLoss, true) => &["{turn} pierden este final"],
        (Topic::TableLoss, false) => &["las tablas de finales lo saben: {turn} pierden{mate}"],
        (Topic::Outpost, true) => &["ningún peón puede echar {man}"],
        (Topic::Outpost, false) => &["{man} tiene un puesto avanzado: ningún peón puede echarlo"],
        (Topic::Hole, true) => &["ningún peón de {of} puede ya defender {square}"],
        (Topic::Hole, false) => {
            &["{square} es un agujero en la posición de {of}: ningún peón puede ya defenderla"]
        }
        (Topic::BadBishop, true) => &["sus propios peones encierran {bishop}"],
        (Topic::BadBishop, false) => &["{bishop} es malo: sus peones están en casillas de su color"],
        (Topic::OpenFile, true) => &["{man} domina la columna {file}, sin peones"],
        (Topic::OpenFile, false) => &["{man} está en la columna abierta {file}"],
        (Topic::HalfOpenFile, true) => &["ningún peón propio estorba {man} en la columna {file}"],
        (Topic::HalfOpenFile, false) => &["{man} está en la columna semiabierta {file}"],
        (Topic::Seventh, true) => &["{man} ha llegado a la séptima fila"],
        (Topic::Seventh, false) => &["{man} está en la séptima fila"],
        (Topic::Doubled, true) => &["{pawn} tiene otro peón delante"],
        (Topic::Doubled, false) => &["{pawn} está doblado"],
        (Topic::Isolated, true) => &["{pawn} no tiene peones al lado que lo defiendan"],
        (Topic::Isolated, false) => &["{pawn} está aislado"],
        (Topic::Backward, true) => &["{pawn} se ha quedado detrás de sus vecinos"],
        (Topic::Backward, false) => &["{pawn} está retrasado"],
        (Topic::Lever, true) => &["{pawn} se puede jugar contra {target}"],
        (Topic::Lever, false) => &["{pawn} es una palanca contra {target}"],
        (Topic::Shelter, true) => &["faltan peones delante de {king}: {count} de tres"],
        (Topic::Shelter, false) => &["al refugio de {king} le faltan {count} de tres peones"],
        (Topic::Attackers, true) => &["piezas que apuntan junto a {king}: {count}"],
        (Topic::Attackers, false) => &["piezas que atacan casillas junto a {king}: {count}"],
        (Topic::Development, true) => {
            &["caballos y alfiles en juego: {white} de las blancas, {black} de las negras"]
        }
        (Topic::Development, false) => {
            &["desarrollo: {white} piezas menores de las blancas, {black} de las negras"]
        }
        (Topic::Imbalance, _) => &["{surplus}"],
        (Topic::TermDiffers, true) => &["lleva a una posición donde {term}"],
        (Topic::TermDiffers, false) => {
            &["lleva a una posición donde {term} ({hundredths} según las cuentas de Quevedo)"]
        }
        (Topic::Opening, _) => &["la apertura: {name} ({eco})"],
        (Topic::Initiative, true) => &["empieza una serie de jaques y ataques: {run}"],
        (Topic::Initiative, false) => {
            &["mantiene la iniciativa con un jaque o una amenaza en cada una de tres jugadas: {run}"]
        }
        (Topic::GreekGift, true) => &["entrega el alfil en {on} para llegar a {king}"],
        (Topic::GreekGift, false) => &["es el regalo griego: el alfil se entrega en {on}"],
        (Topic::KnightOnF7, true) => &["entrega el caballo en {on} para llegar a {king}"],
        (Topic::KnightOnF7, false) => &["es el sacrificio de caballo en {on} contra {king}"],
        (Topic::PhilidorsLegacy, true) => &["entrega la dama por un mate de caballo"],
        (Topic::PhilidorsLegacy, false) => {
            &["es el legado de Philidor: la dama se entrega y el caballo da el mate de la coz"]
        }
        (Topic::Fortress, true) => &["{side} mantienen las tablas aunque tienen {points} menos"],
        (Topic::Fortress, false) => &[
            "{side} tienen una fortaleza: {points} menos y, según las tablas de finales, es tablas juegue quien juegue",
        ],
        (Topic::Majority, true) => &["{side} tienen más peones en el {wing}: {own} contra {less}"],
        (Topic::Majority, false) => &["{side} tienen mayoría de peones en el {wing}: {own} contra {less}"],
        (Topic::LeavesWeakPawn, true) => &["deja débil {pawn}"],
        (Topic::LeavesWeakPawn, false) => &["deja {flaw} {pawn}"],
        (Topic::TakenBackDoubles, _) => &["si se captura {man}, a {other} les quedan peones doblados"],
        (Topic::TakenBackIsolates, true) => &["si se captura {man}, a {other} les queda un peón débil"],
        (Topic::TakenBackIsolates, false) => &["si se captura {man}, a {other} les queda un peón aislado"],
        (Topic::Space, true) => &["{side} tienen más espacio en el centro"],
        (Topic::Space, false) => {
            &["{side} tienen más espacio en el centro: {more} casillas libres contra {fewer}"]
        }
    }
}

/// The sentences that clauses and numbers stand in.
pub(super) const fn frame(frame: Frame) -> &'static [&'static str] {
    match frame {
        Frame::Forced => &["{played} es la única jugada legal."],
        Frame::Best => &["{played} es la mejor jugada.", "Quevedo no encuentra nada mejor que {played}."],
        Frame::BestMove => &["{played} es la mejor jugada: {clause}."],
        Frame::BestState => &["{played} es la mejor jugada: {clause}."],
        Frame::BestLater => &["{played} es la mejor jugada: {way} {clause}."],
        Frame::BestLaterState => &["{played} es la mejor jugada: tras {way}, {clause}."],
        Frame::GoodLater => &["{played} es una buena jugada: {way} {clause}."],
        Frame::GoodLaterState => &["{played} es una buena jugada: tras {way}, {clause}."],
        Frame::Later => &["{way} {clause}."],
        Frame::LaterState => &["Tras {way}, {clause}."],
        Frame::RemedyLater => &["Mejor es {best}: {way} {clause}."],
        Frame::RemedyLaterState => &["Mejor es {best}: tras {way}, {clause}."],
        Frame::MateNow => &["{turn} dan mate en seguida: {line}."],
        Frame::MateSoon => &["{turn} tienen {goal:noun}: {line}."],
        Frame::AssessmentMate => &["Quevedo ve un mate de {side}: {score} a profundidad {depth}."],
        Frame::Good => &["{played} es una buena jugada.", "{played} está bien."],
        Frame::GoodMove => &["{played} es una buena jugada: {clause}."],
        Frame::GoodState => &["{played} es una buena jugada: {clause}."],
        Frame::Cause => &["{played} {clause}."],
        Frame::CauseLine => &["{played} {clause}: {line}."],
        Frame::NoCause => &[
            "{played} no es lo mejor; no hay una sola razón demostrada, pero Quevedo espera {expectation} de punto en lugar de \
             {best_expectation}.",
        ],
        Frame::HowMove => &["{move} {clause}."],
        Frame::HowState => &["Tras {move}, {clause}.", "{move}: {clause}."],
        Frame::State => &["{clause}."],
        Frame::RemedyMove => &["Mejor es {best}: {clause}.", "{best} es mejor: {clause}."],
        Frame::RemedyState => &["Mejor es {best}: {clause}."],
        Frame::RemedyLine => &["Mejor es {best_line}.", "Quevedo jugaría {best_line}."],
        Frame::Also => &["También {clause}."],
        Frame::AlsoState => &["Además, {clause}."],
        Frame::Scores => &[
            "Puntos esperados: {expectation} tras {played:bare}, {best_expectation} tras {best:bare} ({score} frente a \
             {best_score}, profundidad {depth}).",
        ],
        Frame::CandidateMove => &["{move} {clause}."],
        Frame::CandidateState => &["{move}: {clause}."],
        Frame::Assessment => {
            &["Quevedo cree que la posición está {assessment}: {score} a profundidad {depth}."]
        }
        Frame::MaterialLevel => &["El material está igualado."],
        Frame::Material => &["{surplus}."],
        Frame::LookAtMen => &["Fíjate en {targets}."],
        Frame::LookAtArea => &["Mira {area}."],
        Frame::Mover => &["Mueve {mover}."],
        Frame::Move => &["Juega {best:bare}."],
    }
}

/// A rule of thumb that follows from a fact. It is advice, and claims nothing about the position.
pub(super) const fn rule(topic: Topic) -> Option<&'static str> {
    Some(match topic {
        Topic::AllowsMate => "Antes de jugar, mira todos los jaques que tendría tu rival.",
        Topic::Hanging | Topic::Loose | Topic::Allows => {
            "Antes de jugar, mira cuáles de tus piezas quedarían sin bastante defensa."
        }
        Topic::Trapped => "Antes de alejar una pieza, busca su camino de vuelta.",
        Topic::Fork | Topic::DoubleAttack => {
            "Busca jugadas que ataquen dos cosas a la vez, tuyas y del otro."
        }
        Topic::PinAbsolute | Topic::PinUsed | Topic::PinRelative => {
            "Una pieza clavada no defiende: cuenta sin ella."
        }
        Topic::Skewer => "No dejes al rey y a la dama en una línea enemiga con otra pieza detrás.",
        Topic::DiscoveredAttack | Topic::DiscoveredCheck | Topic::DoubleCheck => {
            "Mira qué hay detrás de una pieza antes de que se aparte."
        }
        Topic::Overloaded | Topic::RemovedDefender | Topic::DeflectedGuard => {
            "Pregunta a cada defensor qué más ha de hacer, y si se deja capturar o apartar."
        }
        Topic::BackRank | Topic::DeflectedFromMate => "Da a tiempo a tu rey una salida de la última fila.",
        Topic::MateIn | Topic::NamedMate => "Mira primero todos los jaques.",
        Topic::Misses => "Mira todos los jaques, capturas y amenazas antes de elegir una jugada tranquila.",
        Topic::Intermezzo => "Antes de recapturar, mira si algo más fuerte va primero.",
        Topic::Tempo => "Una jugada que ataca algo de paso adelanta un tiempo.",
        Topic::Desperado => "Una pieza que cae de todos modos debe llevarse lo más que pueda.",
        Topic::Opposition | Topic::Zugzwang => {
            "En un final de peones, cuenta a quién le toca jugar cuando los reyes se miran."
        }
        Topic::KeySquare => "Lleva el rey delante de su peón, no el peón delante de su rey.",
        Topic::TakenBackDoubles | Topic::TakenBackIsolates | Topic::LeavesWeakPawn => {
            "Mira cómo quedan los peones tras cada cambio."
        }
        Topic::Unstoppable | Topic::Breakthrough => {
            "Cuenta ante todo las jugadas de un peón hasta la última fila."
        }
        _ => return None,
    })
}

/// What kind of thing to look for.
pub(super) const fn look_for(topic: Option<Topic>) -> &'static str {
    match topic {
        Some(Topic::MateIn | Topic::NamedMate | Topic::BackRank | Topic::DeflectedFromMate) => {
            "Busca el mate."
        }
        Some(Topic::Fork | Topic::DoubleAttack) => "Busca una jugada que ataque dos cosas a la vez.",
        Some(Topic::PinAbsolute | Topic::PinUsed | Topic::PinRelative) => "Busca una clavada.",
        Some(Topic::Skewer | Topic::XRay) => "Busca dos piezas en una línea.",
        Some(Topic::DiscoveredAttack | Topic::DiscoveredCheck | Topic::DoubleCheck) => {
            "Busca una pieza que pueda apartarse para otra."
        }
        Some(
            Topic::Overloaded
            | Topic::RemovedDefender
            | Topic::DeflectedGuard
            | Topic::DeflectedFromPromotion
            | Topic::Attraction
            | Topic::Interference,
        ) => "Busca un defensor que se deje capturar, apartar o cortar.",
        Some(
            Topic::ParriedByMoving
            | Topic::ParriedByGuarding
            | Topic::ParriedByBlocking
            | Topic::ParriedByTaking
            | Topic::ParriedByCounter
            | Topic::OnlyMove,
        ) => "Mira qué quiere el otro, y responde.",
        Some(Topic::Hanging | Topic::Loose | Topic::Trapped | Topic::Achieves | Topic::Desperado) => {
            "Busca algo que capturar."
        }
        Some(Topic::GreekGift | Topic::KnightOnF7 | Topic::Sacrifice) => "Busca un sacrificio.",
        Some(Topic::PhilidorsLegacy) => "Busca el mate.",
        Some(Topic::Opposition | Topic::KeySquare | Topic::Zugzwang) => "Mira los reyes.",
        Some(Topic::SimplifiesToWin | Topic::SimplifiesToDraw) => "Busca un cambio.",
        Some(Topic::Intermezzo) => "Algo puede ir antes de la jugada evidente.",
        Some(Topic::Perpetual | Topic::Stalemate) => "Busca cómo salvar medio punto.",
        Some(Topic::Passed | Topic::Unstoppable | Topic::Breakthrough | Topic::UnderPromotion) => {
            "Mira los peones y su camino a la última fila."
        }
        Some(Topic::Threat | Topic::Tempo | Topic::Initiative) => "Busca una amenaza.",
        _ => "Busca una jugada que mejore tu posición.",
    }
}

pub(super) const fn piece(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "peón",
        Piece::Knight => "caballo",
        Piece::Bishop => "alfil",
        Piece::Rook => "torre",
        Piece::Queen => "dama",
        Piece::King => "rey",
    }
}

pub(super) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "las blancas",
        Color::Black => "las negras",
    }
}

/// A number of men of a kind: `dos peones`.
pub(super) fn count_of(kind: Piece, count: u8) -> String {
    let plural = match kind {
        Piece::Pawn => "peones",
        Piece::Knight => "caballos",
        Piece::Bishop => "alfiles",
        Piece::Rook => "torres",
        Piece::Queen => "damas",
        Piece::King => "reyes",
    };
    match count {
        1 if is_feminine(kind) => format!("una {}", piece(kind)),
        1 => format!("un {}", piece(kind)),
        _ => format!("{} {plural}", number(count)),
    }
}

pub(super) fn number(count: u8) -> String {
    const WORDS: [&str; 11] =
        ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"];
    WORDS.get(usize::from(count)).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

pub(super) fn spoils(spoils: Spoils) -> String {
    match spoils {
        Spoils::Man(kind, square) => {
            let article = if is_feminine(kind) { "la" } else { "el" };
            format!("{article} {} de {square}", piece(kind))
        }
        Spoils::AndMore(kind, square) => {
            let article = if is_feminine(kind) { "la" } else { "el" };
            format!("{article} {} de {square} y algo más", piece(kind))
        }
        Spoils::Kind(kind) => count_of(kind, 1),
        Spoils::Minor => "una pieza".to_owned(),
        Spoils::Exchange => "la calidad".to_owned(),
        Spoils::QueenForRook => "la dama por una torre".to_owned(),
        Spoils::Points(points) => points_of(points),
    }
}

/// What a side is behind: `el valor de tres peones`.
pub(super) fn pawns_worth(points: u8) -> String {
    match points {
        1 => "un peón".to_owned(),
        _ => format!("el valor de {} peones", number(points)),
    }
}

/// An amount of material.
fn points_of(points: i8) -> String {
    match points {
        1 => "al menos el valor de un peón".to_owned(),
        5..9 => "material por valor de al menos una torre".to_owned(),
        9.. => "material por valor de al menos una dama".to_owned(),
        _ => format!("material por valor de al menos {} peones", number(points.unsigned_abs())),
    }
}

pub(super) fn goal(goal: Goal, won: Option<Spoils>, form: GoalForm) -> String {
    let material = |points: i8| spoils(won.unwrap_or(Spoils::Points(points)));
    match (goal, form) {
        (Goal::Mate(1), GoalForm::Infinitive) => "dar mate en seguida".to_owned(),
        (Goal::Mate(1), GoalForm::Present) => "es mate".to_owned(),
        (Goal::Mate(1), GoalForm::Allow) => "permite mate en seguida".to_owned(),
        (Goal::Mate(1), GoalForm::Noun) => "mate en seguida".to_owned(),
        (Goal::Mate(moves), GoalForm::Infinitive) => format!("dar mate en {moves}"),
        (Goal::Mate(moves), GoalForm::Present) => format!("da mate en {moves}"),
        (Goal::Mate(moves), GoalForm::Allow) => format!("permite mate en {moves}"),
        (Goal::Mate(moves), GoalForm::Noun) => format!("mate en {moves}"),
        (Goal::Material(points), GoalForm::Infinitive) => format!("ganar {}", material(points)),
        (Goal::Material(points), GoalForm::Present) => format!("gana {}", material(points)),
        (Goal::Material(points), GoalForm::Allow) => format!("pierde {}", material(points)),
        (Goal::Material(points), GoalForm::Noun) => material(points),
        (Goal::Promotion, GoalForm::Infinitive) => "coronar un peón".to_owned(),
        (Goal::Promotion, GoalForm::Present) => "corona un peón".to_owned(),
        (Goal::Promotion, GoalForm::Allow) => "deja coronar un peón".to_owned(),
        (Goal::Promotion, GoalForm::Noun) => "una dama nueva".to_owned(),
        (Goal::Draw, GoalForm::Infinitive) => "forzar las tablas".to_owned(),
        (Goal::Draw, GoalForm::Present) => "logra las tablas".to_owned(),
        (Goal::Draw, GoalForm::Allow) => "deja al otro forzar las tablas".to_owned(),
        (Goal::Draw, GoalForm::Noun) => "tablas".to_owned(),
        (Goal::Table(1..), GoalForm::Infinitive) => "llegar a un final ganado".to_owned(),
        (Goal::Table(1..), GoalForm::Present) => "llega a un final ganado según las tablas".to_owned(),
        (Goal::Table(1..), GoalForm::Allow) => "lleva a un final perdido según las tablas".to_owned(),
        (Goal::Table(1..), GoalForm::Noun) => "un final ganado".to_owned(),
        (Goal::Table(_), GoalForm::Infinitive) => "llegar a un final de tablas".to_owned(),
        (Goal::Table(_), GoalForm::Present) => "llega a un final de tablas".to_owned(),
        (Goal::Table(_), GoalForm::Allow) => "deja al otro llegar a un final de tablas".to_owned(),
        (Goal::Table(_), GoalForm::Noun) => "un final de tablas".to_owned(),
    }
}

/// What a side has more of.
pub(super) fn surplus(form: SurplusForm<'_>) -> String {
    match form {
        SurplusForm::More { side: color, more } => format!("{} tienen {more} de más", side(color)),
        SurplusForm::For { side: color, more, less } => format!("{} tienen {more} por {less}", side(color)),
        SurplusForm::Level => "el material está igualado".to_owned(),
    }
}

pub(super) const fn pattern(pattern: MatePattern) -> &'static str {
    match pattern {
        MatePattern::BackRank => "mate en la última fila",
        MatePattern::Smothered => "mate de la coz",
        MatePattern::Kiss => "la dama da mate junto al rey",
        MatePattern::Arabian => "mate árabe",
        MatePattern::Ladder => "mate de la escalera",
        MatePattern::Anastasia => "mate de Anastasia",
        MatePattern::Boden => "mate de Boden",
        MatePattern::TwoBishops => "mate de los dos alfiles",
        MatePattern::Epaulette => "mate de las charreteras",
        MatePattern::Dovetail => "mate de la cola de golondrina",
        MatePattern::Opera => "mate de la ópera",
        MatePattern::Hook => "mate del gancho",
    }
}

pub(super) const fn term(term: Term) -> &'static str {
    match term {
        Term::Material => "material",
        Term::Activity => "las piezas son más activas",
        Term::Pawns => "los peones están mejor",
        Term::PassedPawns => "los peones pasados valen más",
        Term::KingSafety => "el rey está más seguro",
        Term::Threats => "hay más piezas atacadas",
        Term::Space => "hay más espacio",
    }
}

/// How good a position is for White, by the points that may be expected.
pub(super) fn assessment(expectation: f64) -> &'static str {
    match expectation {
        e if e >= 0.93 => "decidida para las blancas",
        e if e >= 0.75 => "mucho mejor para las blancas",
        e if e >= 0.57 => "algo mejor para las blancas",
        e if e > 0.43 => "igualada",
        e if e > 0.25 => "algo mejor para las negras",
        e if e > 0.07 => "mucho mejor para las negras",
        _ => "decidida para las negras",
    }
}

pub(super) const fn wing(wing: Flank) -> &'static str {
    match wing {
        Flank::Kingside => "flanco de rey",
        Flank::Queenside => "flanco de dama",
    }
}

pub(super) const fn flaw(flaw: PawnFlaw) -> &'static str {
    match flaw {
        PawnFlaw::Doubled => "doblado",
        PawnFlaw::Isolated => "aislado",
        PawnFlaw::Backward => "retrasado",
    }
}

pub(super) const fn area(file: u8) -> &'static str {
    match file {
        0..=2 => "al flanco de dama",
        3 | 4 => "al centro",
        _ => "al flanco de rey",
    }
}
